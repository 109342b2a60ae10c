import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { record } from '../audit/service.ts'
import { backUp } from '../database/backup/back-up.ts'
import { databaseUrl } from '../database/url.ts'
import { call } from '../http/call.ts'
import { env } from '../runtime/env.ts'
import { provedStaff } from '../staff/access.ts'
import { backupAction } from './rules.ts'

const timeoutMs = 10 * 60_000

export const backupCalls = [
  // The file has everything, also the secret, so it needs a proof, and the audit trail says who got it.
  call({
    method: 'get',
    path: '/system/backup',
    timeoutMs,
    access: provedStaff('system.read'),
    handle: async ({ req }) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'common-room-backup-'))
      const remove = () => rm(folder, { recursive: true, force: true })
      try {
        const file = path.join(folder, 'backup')
        const { rows, tables } = await backUp(databaseUrl(), { file, secret: env().SECRET })
        await record(req, {
          action: backupAction,
          subject: 'the whole database',
          of_collection: 'system',
          document: 'backup',
          details: { rows, tables },
        })
        const stream = createReadStream(file)
        // The file is open by then, so its bytes stay readable after its name is gone.
        stream.once('open', () => void remove()).once('error', () => void remove())
        return {
          download: {
            name: `common-room-${new Date().toISOString().slice(0, 10)}.backup`,
            type: 'application/octet-stream',
            content: Readable.toWeb(stream) as ReadableStream<Uint8Array>,
          },
        }
      } catch (error) {
        await remove()
        throw error
      }
    },
  }),
]
