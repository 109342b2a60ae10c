export type Barrel = { id: number; number: number | null; name: string }

/**
 * The beer that follows when the barrel of a tap is empty: the one reserved for the tap's number, otherwise
 * the first one without a number.
 */
export const nextBarrel = <Next extends Barrel>(
  number: number | null,
  coming: readonly Next[],
): Next | undefined =>
  coming.find((beer) => beer.number !== null && beer.number === number) ??
  coming.find((beer) => beer.number === null)
