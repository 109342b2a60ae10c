import type { PayloadRequest } from 'payload'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { insertDemoSubscribers } from '../queries/demo.ts'
import { interests } from '../rules.ts'

const names = [
  ...['Ada Wolstenholme', 'Amir Hussain', 'Beth Cutler', 'Callum Firth', 'Dilys Marsden'],
  ...['Edwin Okafor', 'Farida Begum', 'George Sharrow', 'Hanna Lind', 'Iris Bramall'],
  ...['Josef Novak', 'Kit Ecclesall', 'Lena Broomhill', 'Mo Darnall', 'Nell Crookes'],
  ...['Orla Heeley', 'Priya Nair', 'Quentin Walkley', 'Rosa Meersbrook', 'Sid Attercliffe'],
  ...['Tess Neepsend', 'Uma Rao', 'Viv Hillsborough', 'Will Kelham'],
]
const dayMs = 86_400_000

/** Adds invented subscribers to the demo venue, who joined in the last half year, the last of them today. */
export const fillDemoSubscribers = (req: PayloadRequest): Promise<void> =>
  inTransaction(req, (db) =>
    insertDemoSubscribers(
      db,
      names.map((name, index) => ({
        name,
        // Mails to this domain reach nobody.
        email: `${name.toLowerCase().replace(' ', '.')}@demo.invalid`,
        joinedAt: new Date(Date.now() - Math.round(index ** 1.65) * dayMs).toISOString(),
        interests: interests.filter((_, position) => (position + index) % 5 === 0),
      })),
    ),
  )
