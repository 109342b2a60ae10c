import type { Payload } from 'payload'
import type { PushRequest, PushResult } from './contract.ts'

/**
 * Sends one message to one device. Never throws because of the push service or the subscription. The
 * caller limits how many are sent at the same time.
 * @throws the database's error, if the VAPID keys cannot be read
 */
export async function sendPush(payload: Payload, request: PushRequest): Promise<PushResult> {
  throw new Error(`Not built yet: ${payload.config.serverURL}${request.ttlSeconds}`)
}
