import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  requireRow,
  sql,
} from '../../../platform/database/query.ts'
import { insertion, rowOf } from '../../../platform/database/row.ts'
import { isLiveSession } from '../../members/service.ts'
import { checkInDevices } from '../tables.ts'

const deviceRow = rowOf(checkInDevices)
export type Device = typeof checkInDevices.$inferSelect

/** The key of a session; null if none was certified. */
export const findDeviceOfSession = (db: Database, session: string): Promise<Device | null> =>
  findRow(db, deviceRow.schema)`
    select ${deviceRow.columns} from check_in_devices where session = ${session}::uuid order by id desc limit 1`

export const renewDevice = (
  db: Database,
  { id, publicKey, certifiedUntil }: Pick<Device, 'id' | 'publicKey' | 'certifiedUntil'>,
) =>
  execute(db)`
    update check_in_devices set public_key = ${publicKey}, certified_until = ${certifiedUntil.toISOString()}
     where id = ${id}`

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

const lostRow = z.object({ id: z.number(), member: z.number().nullable() })

/** The keys whose certificates have not ended, but their sessions have. `member`: null if the account is deleted. */
export const listLostDevices = (db: Database): Promise<z.output<typeof lostRow>[]> =>
  findRows(db, lostRow)`
    select d.id, nullif(d.member, ${nobody}) as member from check_in_devices as d
     where d.certified_until > now() and not ${isLiveSession(sql`d.session`)} order by d.id`

export const listDevicesOf = (db: Database, member: number): Promise<Device[]> =>
  findRows(db, deviceRow.schema)`
    select ${deviceRow.columns} from check_in_devices where member = ${member} order by id`

export const deleteOldDevices = (db: Database) =>
  execute(db)`delete from check_in_devices where certified_until < now()`

/** The member and the session of keys whose accounts are deleted. */
const nobody = 0
const noSession = '00000000-0000-0000-0000-000000000000'

/**
 * Forgets whose keys they were. Their ids remain until the certificates end, because doors without a network refuse them
 * by these.
 */
export const forgetDevicesOf = (db: Database, member: number) =>
  execute(db)`
    update check_in_devices set member = ${nobody}, session = ${noSession}::uuid, public_key = '', created_at = now()
     where member = ${member}`
