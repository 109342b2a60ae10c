/** Cache tag of the rules that say who may sign in to the Common Room. */
export const membershipTag = 'membership'
