import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  requireRow,
} from '../../../platform/database/query.ts'
import { insertion, rowOf } from '../../../platform/database/row.ts'
import { checkInDevices } from '../tables.ts'

const deviceRow = rowOf(checkInDevices)
export type Device = typeof checkInDevices.$inferSelect

export function insertDevice(
  db: Database,
  device: Pick<Device, 'member' | 'session' | 'publicKey' | 'certifiedUntil'>,
): Promise<number> {
  const row = insertion(checkInDevices, device)
  return requireRow(db, column(z.number()))`
    insert into check_in_devices (${row.names}) select ${row.values} returning id`
}

export const findDevice = (db: Database, id: number): Promise<Device | null> =>
  findRow(db, deviceRow.schema)`select ${deviceRow.columns} from check_in_devices where id = ${id}`

/** The keys whose certificates have not ended. */
export const listCertified = (db: Database): Promise<Device[]> =>
  findRows(db, deviceRow.schema)`
    select ${deviceRow.columns} from check_in_devices where certified_until > now() order by id`

export const listDevicesOf = (db: Database, member: number): Promise<Device[]> =>
  findRows(db, deviceRow.schema)`
    select ${deviceRow.columns} from check_in_devices where member = ${member} order by id`

export const deleteOldDevices = (db: Database) =>
  execute(db)`delete from check_in_devices where certified_until < now()`

export const deleteDevicesOf = (db: Database, member: number) =>
  execute(db)`delete from check_in_devices where member = ${member}`
