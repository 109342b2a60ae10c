import * as migration_20261121_023459_initial from './20261121_023459_initial.ts';

export const migrations = [
  {
    up: migration_20261121_023459_initial.up,
    down: migration_20261121_023459_initial.down,
    name: '20261121_023459_initial'
  },
];
