import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type {
  PendingLinkReply,
  RegisterOptionsReply,
} from '../../cms/features/members/passkeys/contract.ts'
import { temporaryFolder } from './folders.ts'
import { addAuthenticator, type VirtualAuthenticator } from './gate-page.ts'
import { membershipOf } from './membership.ts'
import { newsletterOf, signUpRequest } from './newsletter.ts'
import type { Server } from './server.ts'
import { expect } from './test.ts'

/**
 * Serves a server over TLS with a certificate of its own, as a proxy in front of it would.
 * @returns the port
 */
export async function startTls(port: number): Promise<{ port: number; stop: () => Promise<void> }> {
  const { folder, remove } = temporaryFolder()
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => path.join(folder, name))
  const made = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
  ]
  const named = ['-keyout', String(key), '-out', String(cert), '-days', '2', '-subj', '/CN=test']
  execFileSync('openssl', [...made, ...named], { stdio: 'ignore' })
  const pair = { key: readFileSync(String(key)), cert: readFileSync(String(cert)) }
  remove()
  const server = https.createServer(pair, (req, res) => {
    const { method = 'GET', url: target = '/', headers } = req
    const sent = http.request(
      { host: '127.0.0.1', port, method, path: target, headers },
      (reply) => {
        res.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(res)
      },
    )
    sent.once('error', () => res.destroy())
    req.pipe(sent)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Makes a passkey on the main host, which is open in the page, and links it to a member. */
export async function makeLinkedPasskey(
  page: Page,
  email: string,
  { server, database }: { server: Server; database: string },
): Promise<VirtualAuthenticator> {
  await newsletterOf(server, database).join(signUpRequest(email))
  const authenticator = await addAuthenticator(page)
  const { hostname: rpId, origin } = new URL(page.url())
  const post = <Reply>(name: string, data: object) =>
    page.evaluate(
      async ([to, body]) => {
        const headers = { 'content-type': 'application/json' }
        const reply = await fetch(to, { method: 'POST', headers, body })
        if (!reply.ok) throw new Error(await reply.text())
        return reply.json()
      },
      [`/api/${name}`, JSON.stringify(data)] as const,
    ) as Promise<Reply>
  const context = { rpId, origin }
  const { options, userHandle } = await post<RegisterOptionsReply>('webauthn-register-options', {
    ...context,
    displayName: email,
  })
  const attResp = await page.evaluate(async (given) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(given as never)
    return ((await navigator.credentials.create({ publicKey })) as PublicKeyCredential).toJSON()
  }, options)
  await post('webauthn-register-verify', { ...context, userHandle, attResp })
  await post('start-membership-link', { userHandle, email })
  const link = { userHandle, email, code: await membershipOf(server, database).codeTo(email) }
  const pending = await post<PendingLinkReply>('verify-membership-link', link)
  const authResp = await page.evaluate(async (given) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(given as never)
    return ((await navigator.credentials.get({ publicKey })) as PublicKeyCredential).toJSON()
  }, pending.options)
  await post('verify-membership-link', { ...link, authResp })
  expect(await authenticator.count()).toBe(1)
  return authenticator
}
