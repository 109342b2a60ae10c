/** Cache tag of the entries of the Common Good. All pages have it, because their footers show the total. */
export const commonGoodTag = 'good'

/** Cache tag of the data that only the pages of the Common Good show: causes, payouts and messages. */
export const commonGoodPagesTag = 'pot'
