/** Turns an element into another one by changing what differs; elements with an id are found again by it. */
export const Idiomorph: {
  morph(
    old: Element,
    fresh: Element,
    options: {
      callbacks: {
        beforeNodeMorphed?(old: Node, fresh: Node): boolean;
        beforeAttributeUpdated?(name: string, element: Element, change: "update" | "remove"): boolean;
      };
    },
  ): void;
};
