import { type Till, terminals } from '../rules.ts'

export const isTerminal = (till: Till): boolean => (terminals as readonly Till[]).includes(till)

/** Texts that several parts of the till share. */
export const tillTexts = {
  tills: {
    cash: 'Cash',
    card: 'Card terminal',
    cafe: 'Drawer of the Cafe',
    cocktail_bar: 'Drawer of the Cocktail Bar',
    beer_hall: 'Drawer of the Beer Hall',
    card_cafe: 'Terminal of the Cafe',
    card_cocktail_bar: 'Terminal of the Cocktail Bar',
    card_beer_hall: 'Terminal of the Beer Hall',
  } satisfies Record<Till, string>,
  waiting: (count: number) =>
    count === 1 ? 'One member waits for an answer.' : `${count} members wait for an answer.`,
  unreadable: 'The books can’t be read now. Load the page again in a moment.',
  publishersOnly: 'The bar and publishers work with members’ money. Ask one of them.',
}

/** The kinds of accounts in the trial balance. */
export const accountKindTexts: Record<string, string> = {
  cause: 'Causes',
  clearing: 'On its way',
  common_good: 'Common Good',
  member: 'Credit of members',
  till: 'Tills',
  venue: 'The venue',
}

const accountTexts: Record<string, string> = {
  'till:cash': 'Cash at the bar',
  'till:card': 'Card terminal',
  'till:cafe': 'Cash in the Cafe',
  'till:cocktail_bar': 'Cash in the Cocktail Bar',
  'till:beer_hall': 'Cash in the Beer Hall',
  'till:card_cafe': 'Card terminal in the Cafe',
  'till:card_cocktail_bar': 'Card terminal in the Cocktail Bar',
  'till:card_beer_hall': 'Card terminal in the Beer Hall',
  'clearing:opening': 'From before the ledger',
  'clearing:stripe': 'Card payments on the web',
  'clearing:claims': 'Sent credit that nobody claimed yet',
  'clearing:bank': 'Bank account',
  'venue:sales': 'What the venue earned',
  'venue:deposits': 'Deposits of guests',
  common_good: 'Common Good',
}

/**
 * An account's name for staff.
 * @param code of the account; for the line of all members: how many accounts it adds up
 * @param causes the titles of causes by their ids
 */
export function accountText(
  kind: string,
  code: string,
  causes: ReadonlyMap<number, string>,
): string {
  if (kind === 'member') return `${code} ${code === '1' ? 'member' : 'members'}`
  if (kind !== 'cause') return accountTexts[code] ?? code
  return causes.get(Number(code.replace('cause:', ''))) ?? 'A cause that was deleted'
}
