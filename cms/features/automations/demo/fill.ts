import type { PayloadRequest } from 'payload'
import { automations } from './automations.ts'

/** Writes the welcome and the birthday letter of the demo venue. */
export async function fillDemoAutomations(req: PayloadRequest): Promise<void> {
  await req.payload.updateGlobal({ slug: 'automations', req, data: automations })
}
