import * as migration_20261121_014030_initial from './20261121_014030_initial.ts';

export const migrations = [
  {
    up: migration_20261121_014030_initial.up,
    down: migration_20261121_014030_initial.down,
    name: '20261121_014030_initial'
  },
];
