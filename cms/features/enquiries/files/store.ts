import { createHash } from 'node:crypto'
import type { PayloadRequest } from 'payload'
import { enquiryError } from '../errors.ts'
import { withEnquiry } from '../locked.ts'
import { countFiles, deleteFile, insertFile } from '../queries/files.ts'
import { isOpen, limits } from '../rules.ts'
import { checkFile, safeName } from './check.ts'

/**
 * Stores a guest’s file. The same file is stored once.
 * @throws HttpError `unconfirmed`, `closed`, `too_many_files`, and the errors of `checkFile`
 */
export async function storeFile(
  req: PayloadRequest,
  id: number,
  file: { name: string; bytes: Buffer },
): Promise<void> {
  const checked = await checkFile(file.bytes)
  const hash = createHash('sha256').update(file.bytes).digest('hex')
  await withEnquiry(req, id, async (db, enquiry) => {
    if (!enquiry.confirmedAt) throw enquiryError('unconfirmed')
    if (!isOpen(enquiry.status) && enquiry.status !== 'won') throw enquiryError('closed')
    const name = safeName(file.name, checked.type)
    const isStored = await insertFile(db, { enquiry: id, name, hash, ...checked })
    // The row of a file too many is rolled back.
    if (isStored && (await countFiles(db, id)) > limits.files) throw enquiryError('too_many_files')
  })
}

/** Deletes a file of an enquiry. One that it doesn’t have, or no longer, changes nothing. */
export const removeFile = (req: PayloadRequest, id: number, file: number): Promise<void> =>
  withEnquiry(req, id, async (db) => {
    await deleteFile(db, id, file)
  })

/**
 * A file for staff: saved, never shown, and without any right if a browser shows it nevertheless.
 */
export const fileResponse = ({ name, bytes }: { name: string; bytes: Buffer }): Response =>
  new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${name}"`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store',
    },
  })
