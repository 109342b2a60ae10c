import type { Diet } from '../venue/rules.ts'

/** The page of lunch runs. */
export const lunchPath = '/common-room/member/lunch-run'

/** Where the dishes come from: the menus of the kitchens, or the list of a vendor. */
export const offerSources = ['kitchens', 'vendor'] as const
export type OfferSource = (typeof offerSources)[number]

/** How many options of a group of extras one takes: none or more, one or more, exactly one. */
export const extraChoices = ['any', 'some', 'one'] as const
export type ExtraChoice = (typeof extraChoices)[number]

export type Extra = { id: string; name: string; priceCents: number }
export type ExtraGroup = { id: string; name: string; choose: ExtraChoice; options: Extra[] }
export type Dish = {
  id: string
  name: string
  description: string
  priceCents: number
  diets: Diet[]
  groups: ExtraGroup[]
  /** The menu that has the dish, if it is one of the kitchens. */
  menu?: number
}

/**
 * `open`: one orders. `closed`: the cut-off is over. `settled`: everybody has paid, or pays at the bar. `cancelled`: nobody
 * pays anything.
 */
export const runStates = ['open', 'closed', 'settled', 'cancelled'] as const
export type RunState = (typeof runStates)[number]

/** What happens if nobody is the runner at the cut-off: each fetches their own, or the run is cancelled. */
export const withoutRunnerWays = ['self', 'cancel'] as const
export type WithoutRunner = (typeof withoutRunnerWays)[number]

export const orderStates = ['ordered', 'withdrawn', 'settled', 'cancelled'] as const

/** `bar`: it is paid at the bar. */
export const paymentWays = ['credit', 'bar'] as const
export type PaymentWay = (typeof paymentWays)[number]

/** Who gets the money: the venue, whose kitchens cook or who pays the vendor, or the runner who paid. */
export const payees = ['venue', 'runner'] as const
export type Payee = (typeof payees)[number]

export const limits = {
  /** Of one dish in an order, and of all dishes. */
  ofDish: 5,
  dishes: 10,
  orderCents: 200_00,
  noteLength: 120,
  /** How many days ahead a run can be started. */
  daysAhead: 6,
  /** How many runs a member has going at a time. */
  ownRuns: 2,
  shortestMinutes: 5,
} as const

/** Those who ordered are asked for a runner this long before the cut-off. */
export const askMinutes = 15
/** How long somebody whose dish is sold out may choose again, if the cut-off comes first. */
export const chooseMinutes = 20
/** A runner who says nothing for so long after the cut-off can be replaced by anybody who ordered. */
export const takeOverMinutes = 30

const minuteMs = 60_000
export const minutesLater = (at: Date, minutes: number): Date =>
  new Date(at.getTime() + minutes * minuteMs)

/** What somebody wants of a dish: `extras` are ids of options. */
export type WantedLine = { dish: string; quantity: number; extras: readonly string[] }

/** A line of an order with the names and prices that were agreed. Amounts are minor units. */
export type OrderLine = {
  dish: string
  name: string
  quantity: number
  extras: Extra[]
  /** The price of one, with its extras. */
  eachCents: number
}

export const lineCents = ({ quantity, eachCents }: Pick<OrderLine, 'quantity' | 'eachCents'>) =>
  quantity * eachCents
export const totalOf = (lines: readonly Pick<OrderLine, 'quantity' | 'eachCents'>[]): number =>
  lines.reduce((sum, line) => sum + lineCents(line), 0)

export type LineProblem =
  | 'nothing'
  | 'no_dish'
  | 'sold_out'
  | 'extra_unknown'
  | 'extra_missing'
  | 'extra_one'
  | 'too_much'

const isCount = (value: number, max: number) =>
  Number.isInteger(value) && value >= 1 && value <= max

/** Whether a group has as many chosen options as it asks for. */
export function groupProblem(
  { choose, options }: Pick<ExtraGroup, 'choose' | 'options'>,
  chosen: ReadonlySet<string>,
): 'extra_missing' | 'extra_one' | null {
  const count = options.filter(({ id }) => chosen.has(id)).length
  if (choose !== 'any' && count === 0) return 'extra_missing'
  return choose === 'one' && count > 1 ? 'extra_one' : null
}

/**
 * The lines of an order at the prices of the run.
 * @returns why it can't be ordered, with the name of the dish, or the lines with their sum
 */
export function agreeOn(
  dishes: readonly Dish[],
  soldOut: readonly string[],
  wanted: readonly WantedLine[],
): { problem: LineProblem; name: string } | { lines: OrderLine[]; totalCents: number } {
  if (!wanted.length) return { problem: 'nothing', name: '' }
  const lines: OrderLine[] = []
  for (const { dish: id, quantity, extras } of wanted) {
    const dish = dishes.find((each) => each.id === id)
    if (!dish || lines.some((line) => line.dish === id)) return { problem: 'no_dish', name: '' }
    const { name } = dish
    if (soldOut.includes(id)) return { problem: 'sold_out', name }
    if (!isCount(quantity, limits.ofDish)) return { problem: 'too_much', name }
    const chosen = new Set(extras)
    const options = dish.groups.flatMap((group) => group.options)
    if (extras.some((extra) => !options.some((option) => option.id === extra))) {
      return { problem: 'extra_unknown', name }
    }
    for (const group of dish.groups) {
      const problem = groupProblem(group, chosen)
      if (problem) return { problem, name }
    }
    const taken = options.filter((option) => chosen.has(option.id))
    const eachCents = taken.reduce((sum, { priceCents }) => sum + priceCents, dish.priceCents)
    lines.push({ dish: id, name, quantity, extras: taken, eachCents })
  }
  const totalCents = totalOf(lines)
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  if (count > limits.dishes || totalCents > limits.orderCents) {
    return { problem: 'too_much', name: '' }
  }
  return { lines, totalCents }
}

const isSameName = (one: string, other: string) =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

/**
 * The same dishes in another run, found by their ids or names.
 * @returns `missing`: the names of dishes that cannot be ordered there as they were
 */
export function sameAgain(
  dishes: readonly Dish[],
  soldOut: readonly string[],
  earlier: readonly OrderLine[],
): { wanted: WantedLine[]; missing: string[] } {
  const wanted: WantedLine[] = []
  const missing: string[] = []
  for (const line of earlier) {
    const dish =
      dishes.find(({ id }) => id === line.dish) ??
      dishes.find(({ name }) => isSameName(name, line.name))
    const options = dish?.groups.flatMap((group) => group.options) ?? []
    const extras = line.extras.flatMap(
      (extra) =>
        (
          options.find(({ id }) => id === extra.id) ??
          options.find(({ name }) => isSameName(name, extra.name))
        )?.id ?? [],
    )
    const again = dish && { dish: dish.id, quantity: line.quantity, extras }
    const isPossible =
      again && extras.length === line.extras.length && 'lines' in agreeOn(dishes, soldOut, [again])
    if (isPossible && !wanted.some((each) => each.dish === again.dish)) wanted.push(again)
    else missing.push(line.name)
  }
  return { wanted, missing }
}

export type RunTimes = {
  state: RunState
  opensAt: Date
  cutOffAt: Date
  endsAt: Date
  askedAt: Date | null
  runner: number | null
}

/** What is due in a run: those who ordered are asked for a runner, the cut-off, the end of its day. */
export function stepDue(run: RunTimes, now: Date): 'ask' | 'close' | 'end' | null {
  if (run.state === 'closed') return now >= run.endsAt ? 'end' : null
  if (run.state !== 'open') return null
  if (now >= run.cutOffAt) return 'close'
  const isAsking = !run.askedAt && run.runner === null
  return isAsking && now >= minutesLater(run.cutOffAt, -askMinutes) ? 'ask' : null
}

/** When the next step of a run is due; null if none is. */
export function nextStepAt({ state, cutOffAt, endsAt, askedAt }: RunTimes, now: Date): Date | null {
  if (state === 'closed') return endsAt
  if (state !== 'open') return null
  const askAt = minutesLater(cutOffAt, -askMinutes)
  return !askedAt && askAt > now ? askAt : cutOffAt
}

/** What the cut-off makes of a run. @param orders how many orders have dishes, or may still choose some */
export function afterCutOff(
  { runner, withoutRunner }: { runner: number | null; withoutRunner: WithoutRunner },
  orders: number,
): 'cancelled' | 'self' | 'closed' {
  if (orders === 0) return 'cancelled'
  if (runner !== null) return 'closed'
  return withoutRunner === 'self' ? 'self' : 'cancelled'
}

/** What the end of the day makes of a run that nobody has finished: who gets the money, or that nobody pays. */
export function atDayEnd({
  source,
  runner,
  hereAt,
  mailedAt,
  payee,
}: PayeeFacts & { runner: number | null; hereAt: Date | null }): Payee | 'cancel' {
  // Nobody was written to, and nobody was there.
  if (source === 'vendor' && !mailedAt && !(hereAt && runner !== null)) return 'cancel'
  const to = decidedPayee({ source, mailedAt, payee }) ?? 'runner'
  return to === 'runner' && runner === null ? 'venue' : to
}

type PayeeFacts = { source: OfferSource; mailedAt: Date | null; payee: Payee | null }

/**
 * Who gets the money, if the runner has no say in it: our own kitchens, the venue whose staff ordered at the vendor, or
 * whom staff named. Null: the runner says whether they paid the vendor.
 */
export function decidedPayee({ source, mailedAt, payee }: PayeeFacts): Payee | null {
  if (source === 'kitchens') return 'venue'
  return payee ?? (mailedAt ? 'venue' : null)
}

/**
 * Whether only staff can say that a new runner gets the money, because the former one may have paid: after a take-over, or
 * if the lunch is here already.
 */
export const isPayeeInDoubt = ({
  runner,
  hereAt,
}: {
  runner: number | null
  hereAt: Date | null
}): boolean => runner !== null || hereAt !== null

/** Whether somebody who ordered can become the runner in place of the present one. */
export function canTakeOver(
  run: {
    state: RunState
    cutOffAt: Date
    runner: number | null
    runnerSince: Date | null
    hereAt: Date | null
  },
  now: Date,
): boolean {
  if (run.state !== 'open' && run.state !== 'closed') return false
  if (run.runner === null) return true
  if (run.state !== 'closed' || run.hereAt) return false
  const since = Math.max(run.cutOffAt.getTime(), run.runnerSince?.getTime() ?? 0)
  return now >= minutesLater(new Date(since), takeOverMinutes)
}

/** Whether an order can be changed at the time `now` of the server. */
export function isChangeable(
  run: Pick<RunTimes, 'state' | 'opensAt' | 'cutOffAt'>,
  chooseUntil: Date | null,
  now: Date,
): boolean {
  if (run.state === 'open')
    return (now >= run.opensAt && now < run.cutOffAt) || isBefore(now, chooseUntil)
  return run.state === 'closed' && isBefore(now, chooseUntil)
}
const isBefore = (now: Date, until: Date | null) => until !== null && now < until

/** Whether an order that can be changed is being made already, so that one only chooses in place of what has sold out. */
export const isBeingMade = (run: Pick<RunTimes, 'state' | 'cutOffAt'>, now: Date): boolean =>
  run.state !== 'open' || now >= run.cutOffAt

/** Whether a changed order still has all of what it had. */
export const keepsRest = (
  before: readonly Pick<OrderLine, 'dish' | 'quantity' | 'extras'>[],
  after: readonly Pick<OrderLine, 'dish' | 'quantity' | 'extras'>[],
): boolean => {
  const idsOf = ({ extras }: Pick<OrderLine, 'extras'>) =>
    extras
      .map(({ id }) => id)
      .sort()
      .join()
  return before.every((line) =>
    after.some(
      (other) =>
        other.dish === line.dish &&
        other.quantity === line.quantity &&
        idsOf(other) === idsOf(line),
    ),
  )
}

/** Whether somebody who orders now, without a runner, was not asked with the others. */
export const isAskedLate = ({ runner, askedAt }: Pick<RunTimes, 'runner' | 'askedAt'>): boolean =>
  runner === null && askedAt !== null

/** How an order is paid when its run is settled. */
export type Paying =
  /** Held credit is posted to the venue. */
  | 'post'
  /** The hold is released, and the credit moved to the runner. */
  | 'to_runner'
  /** The runner’s own order: the hold is released. */
  | 'own'
  /** It is paid at the bar. */
  | 'bar'

export function payingOf(
  { payment, account }: { payment: PaymentWay; account: string },
  { payee, runner }: { payee: Payee; runner: number | null },
): Paying {
  if (payee === 'runner' && account === `member:${runner}`) return 'own'
  if (payment === 'bar') return 'bar'
  return payee === 'venue' ? 'post' : 'to_runner'
}

type Listed = { lines: readonly OrderLine[]; name: string; note: string | null }
/** A line of the runner’s and the kitchen’s list: one dish with the same extras, and who gets it. */
export type ListLine = {
  /** Identifies the line in its list. */
  key: string
  dish: string
  name: string
  extras: string[]
  quantity: number
  cents: number
  people: { name: string; quantity: number; note: string | null }[]
}

/** The list by dish, in the order of their names. */
export function listByDish(orders: readonly Listed[]): ListLine[] {
  const found = new Map<string, ListLine>()
  for (const { lines, name: person, note } of orders) {
    for (const line of lines) {
      const extras = line.extras.map(({ name }) => name)
      const key = [line.dish, ...line.extras.map(({ id }) => id)].join('+')
      const entry = found.get(key) ?? {
        ...{ key, dish: line.dish, name: line.name, extras, quantity: 0, cents: 0, people: [] },
      }
      entry.quantity += line.quantity
      entry.cents += lineCents(line)
      entry.people.push({ name: person, quantity: line.quantity, note })
      found.set(key, entry)
    }
  }
  return [...found.values()].sort(
    (one, other) =>
      one.name.localeCompare(other.name, 'en') ||
      one.extras.join().localeCompare(other.extras.join(), 'en'),
  )
}

/** What is stored of a line that is ticked off: if its quantity grows, it is not ticked any more. */
export const tickOf = ({ key, quantity }: Pick<ListLine, 'key' | 'quantity'>): string =>
  `${key}*${quantity}`

/** How long is left, as `1:05:09` or `14:59`. */
export function formatLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes, rest] = [
    Math.floor(seconds / 3600),
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ]
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** The total of a form in minor units, from the prices of the chosen dishes and extras. Half typed numbers count as none. */
export const formTotal = (
  lines: readonly { quantity: number; cents: readonly number[] }[],
): number =>
  lines.reduce((total, { quantity, cents }) => {
    const count = Number.isInteger(quantity) && quantity > 0 ? quantity : 0
    return total + count * cents.reduce((sum, each) => sum + each, 0)
  }, 0)
