import type { Payload } from 'payload'
import { env } from '../runtime/env.ts'
import type { PushRequest, PushResult } from './contract.ts'
import { findVapid } from './vapid.ts'

/**
 * Sends one message to one device. The caller limits how many messages are sent at the same time.
 * @param timeoutMs how long the request to the push service may take; ten seconds by default
 * @throws the database's error, if the VAPID keys cannot be read
 */
export async function sendPush(
  payload: Payload,
  request: PushRequest,
  timeoutMs?: number,
): Promise<PushResult> {
  const vapid = await findVapid(payload)
  // Loaded with the first message, because the package `web-push` uses 12 MB of memory.
  const { deliver } = await import('./deliver.ts')
  return deliver(request, { vapid, localServices: env().PUSH_LOCAL_SERVICES, timeoutMs })
}
