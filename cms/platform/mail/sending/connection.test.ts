import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from './connection.ts'

let port: number
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  logger: false,
  onRcptTo: (_, __, done) =>
    done(Object.assign(new Error('5.1.1 No such user'), { responseCode: 550 })),
})
beforeAll(
  () =>
    new Promise<void>((resolve) => {
      const listening = server.listen(0, '127.0.0.1', () => {
        const address = listening.address()
        port = typeof address === 'object' && address ? address.port : 0
        resolve()
      })
    }),
)
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))

test('connecting with a password to a server without AUTH fails', async () => {
  const auth = { user: 'venue', pass: 'secret' }
  await expect(connect({ host: '127.0.0.1', port, auth })).rejects.toThrow(/no user and password/)
})

test('many refusals on one connection add no listeners, and the connection stays open', async () => {
  const warnings: Error[] = []
  const warn = (warning: Error) => warnings.push(warning)
  process.on('warning', warn)
  const connection = await connect({ host: '127.0.0.1', port })
  for (let n = 0; n < 15; n++) {
    const envelope = {
      from: 'a@venue.example',
      to: `n${n}@venue.example`,
      message: Buffer.from(''),
    }
    const { outcome } = await connection.send(envelope, async () => true)
    expect(outcome).toMatchObject({ how: 'refused', code: 550, at: 'recipient' })
  }
  expect(connection.isOpen()).toBe(true)
  connection.quit()
  process.off('warning', warn)
  expect(warnings).toEqual([])
})
