import { randomUUID } from 'node:crypto'
import type { PayloadRequest } from 'payload'
import { houseOf } from '../mail/house.ts'
import { queueMail } from '../mail/queue.ts'
import { priorities } from '../mail/rules.ts'
import { writeCode } from '../mail/templates/write.ts'
import { findVenue } from '../venue/service.ts'
import type { Purpose } from './codes.ts'
import { codeWords } from './mail-words.ts'

/** Mails a code, before everything that is not one. */
export async function mailCode(
  req: PayloadRequest,
  { purpose, email, code }: { purpose: Purpose; email: string; code: string },
): Promise<void> {
  const house = houseOf(await findVenue(req.payload))
  const content = await writeCode(codeWords(house, purpose, code))
  await queueMail(req, {
    ...content,
    key: `code ${randomUUID()}`,
    kind: 'sign_in_code',
    to: { address: email },
    priority: priorities.code,
  })
}
