import { readFileSync } from 'node:fs'
import https from 'node:https'
import webPush, { type PushSubscription, type RequestOptions } from 'web-push'

/** The input: one message for each subscription. */
export type BarePushes = {
  subscriptions: PushSubscription[]
  payload: string
  options: RequestOptions
  connections: number
}

/** How many messages are sent before the measurement, so that the code is compiled and the connections are open. */
const warmUps = 1000

// Usage: `node bare-pusher.ts FILE`. Sends the messages of the JSON file with web-push alone, and prints the duration
// in ms.
const pushes: BarePushes = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const { subscriptions, payload, options, connections } = pushes
const agent = new https.Agent({ keepAlive: true, maxSockets: connections })

async function sendAll(to: PushSubscription[]): Promise<void> {
  const left = [...to]
  const sendNext = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      await webPush.sendNotification(next, payload, { ...options, agent })
    }
  }
  await Promise.all(Array.from({ length: connections }, sendNext))
}

await sendAll(subscriptions.slice(0, warmUps))
const startedAt = performance.now()
await sendAll(subscriptions)
console.log(performance.now() - startedAt)
agent.destroy()
