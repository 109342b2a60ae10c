/** Cache tag of the entries of the Common Good. */
export const commonGoodTag = 'common-good'
