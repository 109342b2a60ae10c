import type { PayloadRequest } from 'payload'
import { automations } from './automations.ts'

/** Writes the demo venue's welcome and birthday mails. */
export async function fillDemoAutomations(req: PayloadRequest): Promise<void> {
  await req.payload.updateGlobal({ slug: 'automations', req, data: automations })
}
