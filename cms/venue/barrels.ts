export type Barrel = { id: number; number: number | null; name: string }

/**
 * The beer that takes a tap when its barrel is empty: the one that is kept for its number, otherwise the
 * first one without a number.
 */
export const nextBarrel = <Next extends Barrel>(
  number: number | null,
  coming: readonly Next[],
): Next | undefined =>
  coming.find((beer) => beer.number !== null && beer.number === number) ??
  coming.find((beer) => beer.number === null)
