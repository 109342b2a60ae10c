import { createLocalReq, type Payload } from 'payload'
import sharp from 'sharp'
import { databaseOf } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { JobType } from '../../platform/jobs/job.ts'
import { decodePicture, maxPixels, PictureError } from '../../platform/media/decode.ts'
import { meanColor } from '../../platform/media/renditions.ts'
import { processState } from '../../platform/runtime/state.ts'
import { hashesOf } from './hashes.ts'
import {
  claimOriginal,
  deleteOriginal,
  type EncodedFile,
  listOldOriginals,
  releaseOriginal,
  renewClaim,
  replaceFiles,
} from './queries/files.ts'
import { isLikeRemoved } from './queries/moderation.ts'
import { countShownByStaff, lockMoment, updateMoment } from './queries/moments.ts'
import { fileFormats, maxEncodings, originalMinutes, stateOfNew, widthsFor } from './rules.ts'

export const encodeJob: JobType<null> = { name: 'moments.encode' }

const couldNot = 'We couldn’t prepare this picture. Please send it again.'
/** Of 0 to 9; low, because people wait for their pictures. */
const avifEffort = 2

// Next and Astro have copies of this module; the process encodes one picture at a time all the same.
const state = processState('moments.encode', () => ({ isRunning: false, isRequested: false }))
const renewMs = 20_000

/**
 * Re-encodes all uploads that wait, one after the other, because each takes hundreds of megabytes. A process encodes one
 * at a time; several processes share the uploads.
 */
export async function encodeWaiting(payload: Payload, signal?: AbortSignal): Promise<void> {
  state.isRequested = true
  if (state.isRunning) return
  state.isRunning = true
  try {
    // An upload may be stored after the statement that found none, and before this function ends.
    while (state.isRequested) {
      state.isRequested = false
      while (!signal?.aborted && (await encodeNext(payload))) state.isRequested = true
    }
  } finally {
    state.isRunning = false
  }
}

/** @returns whether there was an upload */
async function encodeNext(payload: Payload): Promise<boolean> {
  const claimed = await claimOriginal(databaseOf(payload))
  if (!claimed) return false
  const { moment, bytes, encodings } = claimed
  if (encodings > maxEncodings) {
    await fail(payload, moment, couldNot)
    return true
  }
  const db = databaseOf(payload)
  const renewing = setInterval(() => void renewClaim(db, moment).catch(() => {}), renewMs)
  try {
    await store(payload, moment, await encode(bytes))
  } catch (error) {
    if (error instanceof PictureError) await fail(payload, moment, error.message)
    else {
      await releaseOriginal(db, moment).catch(() => {})
      throw error
    }
  } finally {
    clearInterval(renewing)
  }
  return true
}

type Encoded = Awaited<ReturnType<typeof encode>>

/** Makes the files of a moment from an upload. They contain nothing but pixels. @throws PictureError */
export async function encode(source: Buffer, { effort = avifEffort } = {}) {
  const pixels = await decodePicture(source)
  const { data, width, height, channels } = pixels
  const picture = sharp(data, { raw: { width, height, channels }, limitInputPixels: maxPixels })
  const widths = widthsFor(width)
  const files: EncodedFile[] = []
  for (const each of widths) {
    const sized = picture.clone().resize({ width: each })
    for (const format of fileFormats) {
      const encoder =
        format === 'avif'
          ? sized.clone().avif({ quality: 50, effort })
          : sized.clone().webp({ quality: 76 })
      files.push({ width: each, format, bytes: await encoder.toBuffer() })
    }
  }
  const facts = { width, height, color: await meanColor(picture.clone()), widths }
  return { facts, files, hashes: await hashesOf({ data, width, height, channels }) }
}

/** Stores the files, deletes the upload, and decides whether the moment is shown. */
async function store(payload: Payload, id: number, { facts, files, hashes }: Encoded) {
  const req = await createLocalReq({}, payload)
  await inTransaction(req, async (db) => {
    const moment = await lockMoment(db, id)
    // Its author deleted it, or another process was faster.
    if (moment?.state !== 'encoding') return
    await replaceFiles(db, id, files)
    await deleteOriginal(db, id)
    const fate = stateOfNew({
      shownBefore: await countShownByStaff(db, moment.member),
      isLookalike: await isLikeRemoved(db, hashes),
    })
    await updateMoment(db, id, { ...facts, ...fate, hashes })
  })
}

async function fail(payload: Payload, id: number, problem: string) {
  const req = await createLocalReq({}, payload)
  await inTransaction(req, async (db) => {
    const moment = await lockMoment(db, id)
    if (moment?.state === 'encoding') await updateMoment(db, id, { state: 'failed', problem })
    await deleteOriginal(db, id)
  })
}

/** Deletes uploads that nobody could re-encode in time. */
export async function endOldUploads(payload: Payload): Promise<void> {
  for (const id of await listOldOriginals(databaseOf(payload), originalMinutes)) {
    await fail(payload, id, couldNot)
  }
}
