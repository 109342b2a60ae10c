import type { Payload } from 'payload'
import { port } from '../../../platform/port.ts'
import type { CampaignVisits } from './contract.ts'

/**
 * Selects the visits that came from a campaign (a letter, a nudge) and began in a period. `cameDays`: for how many days
 * after their visit those who reserve, and those who come in at the door, count.
 */
export type CampaignQuery = {
  source: string
  campaign: string
  from: Date
  until: Date
  cameDays: number
}

/** Finds what the visits of a campaign did. */
export const campaignVisits =
  port<(payload: Payload, query: CampaignQuery) => Promise<CampaignVisits>>('visits of campaigns')
