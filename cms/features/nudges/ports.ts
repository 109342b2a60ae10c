import type { Payload } from 'payload'
import { port } from '../../platform/port.ts'
import type { CampaignVisits } from './contract.ts'

/** Selects the visits that came from a campaign and began in a period. */
export type CampaignQuery = { source: string; campaign: string; from: Date; until: Date }

/** Finds what the visits of a campaign did. */
export const campaignVisits =
  port<(payload: Payload, query: CampaignQuery) => Promise<CampaignVisits>>('visits of campaigns')
