import { execFileSync, fork } from 'node:child_process'
import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { temporaryFolder } from '../support/folders.ts'
import type { LocalSubscription } from '../support/push-service.ts'
import type { Counts } from './push-service-process.ts'

/** A push service in a process of its own; see `push-service-process.ts`. */
export type CountingPushService = {
  origin: string
  /** The file with the service's certificate, for NODE_EXTRA_CA_CERTS. */
  certificate: string
  subscribe: () => LocalSubscription
  /** The requests since the last call. */
  takeCounts: () => Promise<Counts>
  stop: () => void
}

/** @throws Error if openssl is not installed */
export async function startCountingPushService(): Promise<CountingPushService> {
  const { folder, remove } = temporaryFolder()
  const certificate = path.join(folder, 'certificate.pem')
  createCertificate(path.join(folder, 'key.pem'), certificate)
  const child = fork(path.join(import.meta.dirname, 'push-service-process.ts'), [folder])
  const [port] = await once(child, 'message')
  const origin = `https://127.0.0.1:${port}`
  return {
    origin,
    certificate,
    subscribe: () => ({
      endpoint: `${origin}/push/${randomBytes(24).toString('base64url')}`,
      keys: {
        p256dh: createECDH('prime256v1').generateKeys('base64url'),
        auth: randomBytes(16).toString('base64url'),
      },
    }),
    takeCounts: async () => {
      const counts = once(child, 'message')
      child.send('counts')
      return (await counts)[0]
    },
    stop: () => {
      child.disconnect()
      remove()
    },
  }
}

function createCertificate(key: string, certificate: string): void {
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const content = ['-days', '2', '-subj', '/CN=push', '-addext', 'subjectAltName=IP:127.0.0.1']
  const files = ['-keyout', key, '-out', certificate]
  execFileSync('openssl', ['req', ...kind, ...content, ...files], { stdio: 'ignore' })
}
