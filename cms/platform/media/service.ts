import type { Payload, PayloadRequest } from 'payload'
import { databaseOf, transactionOf } from '../database/query.ts'
import { type Picture, toPicture } from './picture.ts'
import * as queries from './queries.ts'
import type { Renditions } from './renditions.ts'

/** Stores the files of a picture, in the transaction of the request that uploaded it. */
export async function storeFiles(req: PayloadRequest, mediaId: number, picture: Renditions) {
  await queries.replaceFiles(await transactionOf(req), mediaId, picture)
}

/** Deletes the files of a picture, in the request's transaction. */
export async function deleteFiles(req: PayloadRequest, mediaId: number) {
  await queries.deleteFiles(await transactionOf(req), mediaId)
}

/** Pictures by the ids of their media records; missing ones are left out. */
export async function findPictures(
  payload: Payload,
  ids: readonly number[],
): Promise<Map<number, Picture>> {
  const records = await queries.findRecords(databaseOf(payload), ids)
  const pictures = records.flatMap((record) => toPicture(record) ?? [])
  return new Map(pictures.map((picture) => [picture.id, picture]))
}

/** The file at `/media/{hash}/{width}.{format}`. JPEGs are made for mails only. */
export const findFile = (payload: Payload, hash: string, width: number, format: string) =>
  queries.findFile(databaseOf(payload), hash, width, format)

/** The stored original by the file name of its upload. */
export const findOriginal = (payload: Payload, filename: string) =>
  queries.findOriginal(databaseOf(payload), filename)

/** Whether a picture exists, as the request's transaction sees it. */
export const hasPicture = async (req: PayloadRequest, mediaId: number): Promise<boolean> =>
  queries.hasRecord(await transactionOf(req), mediaId)
