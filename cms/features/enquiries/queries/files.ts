import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  requireRow,
} from '../../../platform/database/query.ts'
import { rowOf } from '../../../platform/database/row.ts'
import type { FileType } from '../rules.ts'
import { enquiryFiles } from '../tables.ts'

const fileRow = rowOf(enquiryFiles, { without: ['bytes', 'hash'] })
export type EnquiryFile = z.output<typeof fileRow.schema>

export const listFiles = (db: Database, enquiry: number): Promise<EnquiryFile[]> =>
  findRows(db, fileRow.schema)`
    select ${fileRow.columns} from enquiry_files where enquiry = ${enquiry} order by id`

export const countFiles = (db: Database, enquiry: number): Promise<number> =>
  requireRow(db, column(z.coerce.number()))`
    select count(*) from enquiry_files where enquiry = ${enquiry}`

/** Stores a file of a locked enquiry. @returns 0 if it has the file already */
export const insertFile = (
  db: Database,
  file: { enquiry: number; name: string; type: FileType; hash: string; bytes: Buffer },
): Promise<number> =>
  execute(db)`
    insert into enquiry_files (enquiry, name, type, size, hash, bytes)
    values (${file.enquiry}, ${file.name}, ${file.type}, ${file.bytes.length}, ${file.hash}, ${file.bytes})
    on conflict (enquiry, hash) do nothing`

const stored = fileRow.schema.extend({
  bytes: z.custom<Buffer>((value) => Buffer.isBuffer(value)),
})

export const findFile = (db: Database, id: number) =>
  findRow(db, stored)`
    select ${fileRow.columns}, bytes from enquiry_files where id = ${id}`

export const deleteFile = (db: Database, enquiry: number, id: number): Promise<number> =>
  execute(db)`delete from enquiry_files where id = ${id} and enquiry = ${enquiry}`
