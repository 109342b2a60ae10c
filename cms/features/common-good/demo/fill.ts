import type { PayloadRequest } from 'payload'
import type { Database } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { switchRoundUp } from '../../credit/service.ts'
import {
  type AccountCode,
  findLedgerSettings,
  type LedgerSettings,
  skipNews,
  type TransferRequest,
  transfer,
} from '../../ledger/service.ts'
import type { VenueArea } from '../../venue/rules.ts'
import { causeAccount } from '../causes.ts'
import { insertShownMessage } from '../queries/messages.ts'
import { insertPayout, setApproved } from '../queries/payouts.ts'
import { roundUpOf } from '../rules.ts'
import { causes, messages } from './causes.ts'
import { members, months, sends } from './members.ts'
import { movements } from './movements.ts'

/** Ids that belong to no staff member, because the demo venue has no staff yet. */
const [requester, approver] = [-1, -2]

/**
 * Books the movements of the Common Good and of members' credit for the demo venue, with its causes, payouts and
 * messages.
 */
export const fillDemoEntries = (req: PayloadRequest): Promise<void> =>
  inTransaction(req, async (db) => {
    const ledgerSettings = await findLedgerSettings(req.payload)
    const steps = [
      ...movementSteps(db, ledgerSettings),
      ...(await causeSteps(req, db, ledgerSettings)),
      ...(await memberSteps(req, db, ledgerSettings)),
    ]
    steps.sort((one, other) => one.day.localeCompare(other.day))
    for (const { run } of steps) await run()
    // Nobody is told about invented movements.
    await skipNews(db)
    for (const message of messages) await insertShownMessage(db, message)
  })

type Move = Pick<
  TransferRequest,
  'kind' | 'from' | 'to' | 'amountCents' | 'area' | 'note' | 'receipt' | 'reference'
>

const book = (db: Database, ledgerSettings: LedgerSettings, key: string, day: string, move: Move) =>
  transfer(db, ledgerSettings, {
    ...move,
    key: `demo:${key}`,
    eventAt: new Date(`${day}T12:00:00.000Z`),
    actor: { kind: 'system' },
  })

/** Books one movement of a day. Steps run in the order of their days, so later movements have higher ids. */
type Step = { day: string; run: () => Promise<unknown> }

const movementSteps = (db: Database, ledgerSettings: LedgerSettings): Step[] =>
  movements.map(({ kind, amount_cents, note, day }, index) => {
    const isPayment = kind === 'payment'
    const move: Move = {
      kind,
      note,
      from: kind === 'counted_cash' ? 'till:cash' : 'till:card',
      to: isPayment ? 'venue:sales' : 'common_good',
      amountCents: isPayment ? amount_cents * 100 : amount_cents,
    }
    return { day, run: () => book(db, ledgerSettings, `common_good:${index}`, day, move) }
  })

/**
 * Adds the members who have credit, and returns the steps that book their movements. Members always have enough credit
 * if the steps run in the order of their days.
 */
async function memberSteps(
  req: PayloadRequest,
  db: Database,
  ledgerSettings: LedgerSettings,
): Promise<Step[]> {
  const steps: Step[] = []
  const accounts: AccountCode[] = []
  const add = (key: string, day: string, move: Move) => {
    steps.push({ day, run: () => book(db, ledgerSettings, key, day, move) })
  }
  for (const { name, email, joined, roundsUp, topUp, purchases, gifts } of members) {
    const createdAt = new Date(`${joined}T12:00:00.000Z`).toISOString()
    const data = { name, email, createdAt, analytics_consent: false, source: 'demo' }
    const { id } = await req.payload.create({ collection: 'members', req, data })
    if (roundsUp) await switchRoundUp(req, { id, email, name, session: '' }, true)
    const account: AccountCode = `member:${id}`
    accounts.push(account)
    for (const { name: month, priceRiseCents } of months) {
      const dayOf = (dayOfMonth: number) => `${month}-${String(dayOfMonth).padStart(2, '0')}`
      add(`top_up:${id}:${month}`, dayOf(topUp.dayOfMonth), {
        kind: 'top_up',
        from: `till:${topUp.till}`,
        to: account,
        amountCents: topUp.cents,
        receipt: `R ${id}${month.slice(-2)}`,
      })
      for (const { area, cents, dayOfMonth } of purchases) {
        const [day, amountCents] = [dayOf(dayOfMonth), cents + priceRiseCents]
        const key = `payment:${id}:${day}`
        steps.push({ day, run: () => pay(key, day, { account, area, amountCents, roundsUp }) })
      }
    }
    for (const { cents: amountCents, day } of gifts) {
      add(`gift:${id}:${day}`, day, { kind: 'gift', from: account, to: 'common_good', amountCents })
    }
  }
  for (const { from, to, cents: amountCents, day } of sends) {
    const [sender, receiver] = [accounts[from], accounts[to]]
    if (!sender || !receiver) continue
    const claims = 'clearing:claims'
    add(`send:${day}`, day, { kind: 'send', from: sender, to: claims, amountCents })
    add(`claim:${day}`, day, { kind: 'claim', from: claims, to: receiver, amountCents })
  }
  return steps

  type Bought = { account: AccountCode; area: VenueArea; amountCents: number; roundsUp: boolean }

  async function pay(key: string, day: string, { account, roundsUp, ...bought }: Bought) {
    const payment = { ...bought, kind: 'payment', from: account, to: 'venue:sales' } as const
    const { id } = await book(db, ledgerSettings, key, day, payment)
    const amountCents = roundsUp ? roundUpOf(bought.amountCents) : 0
    if (!amountCents) return
    await book(db, ledgerSettings, `${key}:round_up`, day, {
      kind: 'round_up',
      from: account,
      to: 'common_good',
      amountCents,
      area: bought.area,
      reference: `payment:${id}`,
    })
  }
}

async function causeSteps(
  req: PayloadRequest,
  db: Database,
  ledgerSettings: LedgerSettings,
): Promise<Step[]> {
  const { docs } = await req.payload.find({
    collection: 'media',
    pagination: false,
    depth: 0,
    select: { filename: true },
    req,
  })
  const pictures = new Map(docs.map(({ id, filename }) => [filename, id]))
  const steps: Step[] = []
  for (const { funded, paid, picture, ...data } of causes) {
    const { id } = await req.payload.create({
      collection: 'causes',
      req,
      data: { ...data, picture: pictures.get(picture) ?? null },
    })
    if (funded) steps.push({ day: funded.day, run: () => fund(id, funded) })
    if (funded && paid) steps.push({ day: paid.day, run: () => payOut(id, funded, paid) })
  }
  return steps

  type Funded = { amount_cents: number; day: string }
  type Paid = { note: string; day: string; receipt: string }

  function fund(id: number, { amount_cents: amountCents, day }: Funded) {
    const account = causeAccount(id)
    const accounts = { from: 'common_good', to: account, reference: account } as const
    return book(db, ledgerSettings, `funding:${id}`, day, {
      kind: 'funding',
      ...accounts,
      amountCents,
    })
  }

  async function payOut(id: number, { amount_cents: amount }: Funded, { note, ...paid }: Paid) {
    const account = causeAccount(id)
    const { id: transferId } = await book(db, ledgerSettings, `payout:${id}`, paid.day, {
      kind: 'payout',
      from: account,
      to: 'clearing:bank',
      amountCents: amount,
      reference: account,
      note,
    })
    const receipt = pictures.get(paid.receipt) ?? 0
    const request = {
      key: `demo:${id}`,
      cause: id,
      amount,
      note,
      receipt,
      staff: requester,
      account: 'clearing:bank' as const,
    }
    const payout = await insertPayout(db, request)
    const at = new Date(`${paid.day}T12:00:00.000Z`)
    await setApproved(db, { id: payout.id, staff: approver, transfer: transferId, at })
  }
}
