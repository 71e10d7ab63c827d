#!/bin/sh
# Starts a Redis server or a sentinel: sh redis.sh server|sentinel
#
# Both write into their own configuration who the primary is, so only the first start makes the file
# CONFIGURATION: the first machine's server is the first primary.
set -eu
umask 077
programs=$(command -v valkey-server || command -v redis-server)

if [ ! -s "$CONFIGURATION" ]; then
    if [ "$1" = server ]; then
        cat > "$CONFIGURATION.new" <<END
bind $MACHINE
port 6379
# Nothing in it outlives a restart: what was played is in PostgreSQL.
save ""
appendonly no
requirepass $REDIS_PASSWORD
masterauth $REDIS_PASSWORD
repl-diskless-sync-delay 0
# A standby that is silent for so long is given up, and a primary likewise.
repl-timeout 10
END
        [ "$MACHINE" = "$MACHINE_1" ] || echo "replicaof $MACHINE_1 6379" >> "$CONFIGURATION.new"
    else
        cat > "$CONFIGURATION.new" <<END
bind $MACHINE
port 26379
sentinel monitor miai $MACHINE_1 6379 2
sentinel auth-pass miai $REDIS_PASSWORD
sentinel down-after-milliseconds miai 4000
sentinel failover-timeout miai 10000
sentinel parallel-syncs miai 2
END
    fi
    mv "$CONFIGURATION.new" "$CONFIGURATION"
fi

cd "$(dirname "$CONFIGURATION")"
[ "$1" = server ] || set -- server --sentinel
shift
exec "$programs" "$CONFIGURATION" "$@"
