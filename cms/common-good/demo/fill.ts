import type { PayloadRequest } from 'payload'
import type { Database } from '../../database/query.ts'
import { inTransaction } from '../../database/transaction.ts'
import { type Books, booksOf, type TransferRequest, transfer } from '../../ledger/service.ts'
import { causeAccount } from '../causes.ts'
import { insertShownMessage } from '../queries/messages.ts'
import { insertPayout, setApproved } from '../queries/payouts.ts'
import { causes, messages } from './causes.ts'
import { movements } from './movements.ts'

/** Ids that no account has: the demo venue has no staff yet. */
const [requester, approver] = [-1, -2]

/** Books the movements of the Common Good for the demo venue, with its causes, payouts and messages. */
export const fillDemoEntries = (req: PayloadRequest): Promise<void> =>
  inTransaction(req, async (db) => {
    const books = await booksOf(req.payload)
    const steps = [...movementSteps(db, books), ...(await causeSteps(req, db, books))]
    steps.sort((one, other) => one.day.localeCompare(other.day))
    for (const { run } of steps) await run()
    for (const message of messages) await insertShownMessage(db, message)
  })

type Move = Pick<TransferRequest, 'kind' | 'from' | 'to' | 'amountCents' | 'note' | 'reference'>

const book = (db: Database, books: Books, key: string, day: string, move: Move) =>
  transfer(db, books, {
    ...move,
    key: `demo:${key}`,
    eventAt: new Date(`${day}T12:00:00.000Z`),
    actor: { kind: 'system' },
  })

/** What is booked on a day. The ids of transfers have the order of their days. */
type Step = { day: string; run: () => Promise<unknown> }

const movementSteps = (db: Database, books: Books): Step[] =>
  movements.map(({ kind, amount_cents, note, day }, index) => {
    const isPayment = kind === 'payment'
    const move: Move = {
      kind,
      note,
      from: kind === 'counted_cash' ? 'till:cash' : 'till:card',
      to: isPayment ? 'venue:sales' : 'common_good',
      amountCents: isPayment ? amount_cents * 100 : amount_cents,
    }
    return { day, run: () => book(db, books, `common_good:${index}`, day, move) }
  })

async function causeSteps(req: PayloadRequest, db: Database, books: Books): Promise<Step[]> {
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
    return book(db, books, `funding:${id}`, day, { kind: 'funding', ...accounts, amountCents })
  }

  async function payOut(id: number, { amount_cents: amount }: Funded, { note, ...paid }: Paid) {
    const account = causeAccount(id)
    const { id: moved } = await book(db, books, `payout:${id}`, paid.day, {
      kind: 'payout',
      from: account,
      to: 'till:cash',
      amountCents: amount,
      reference: account,
      note,
    })
    const receipt = pictures.get(paid.receipt) ?? 0
    const request = { key: `demo:${id}`, cause: id, amount, note, receipt, staff: requester }
    const payout = await insertPayout(db, request)
    const at = new Date(`${paid.day}T12:00:00.000Z`)
    await setApproved(db, { id: payout.id, staff: approver, transfer: moved, at })
  }
}
