from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0042_unused_index'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='tenure',
            index=models.Index(
                condition=models.Q(('to_step__isnull', True)),
                fields=['member'],
                include=('game', 'seat'),
                name='seats_held_by_member',
            ),
        ),
        migrations.RemoveIndex(model_name='tenure', name='held_by_member'),
    ]
