import type { PayloadRequest } from 'payload'
import { questions } from './questions.ts'

/** Adds the demo venue's questions and answers. */
export async function fillDemoQuestions(req: PayloadRequest): Promise<void> {
  for (const { page, items } of questions) {
    for (const [index, item] of items.entries()) {
      const data = { page, position: index + 1, ...item, _status: 'published' as const }
      await req.payload.create({ collection: 'faq', req, data })
    }
  }
}
