import type { Payload } from 'payload'
import { env } from '../env.ts'
import type { PushRequest, PushResult } from './contract.ts'
import { deliver } from './deliver.ts'
import { findVapid } from './vapid.ts'

/**
 * Sends one message to one device, within ten seconds. The caller limits how many are sent at the same time.
 * @throws the database's error, if the VAPID keys cannot be read
 */
export const sendPush = async (payload: Payload, request: PushRequest): Promise<PushResult> =>
  deliver(request, {
    vapid: await findVapid(payload),
    localServices: env().PUSH_LOCAL_SERVICES,
  })
