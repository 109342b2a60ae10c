import type { Database } from '../../platform/database/query.ts'
import type { PersonalDataOwner } from '../../platform/feature.ts'
import { deviceName } from '../members/devices/user-agent.ts'
import { deleteDeliveriesOf, exportNudgesOf } from './queries/deliveries.ts'
import { deleteDevicesOf, exportDevicesOf } from './queries/devices.ts'
import { deleteNudgesFor, exportNudgesFor } from './queries/nudges.ts'

/**
 * A member's devices and nudges for the data download, and the nudges that were for this member alone. Keys and
 * endpoints of devices are left out.
 */
export const exportNudgeData = async (db: Database, { id }: PersonalDataOwner) => ({
  nudge_devices: (await exportDevicesOf(db, id)).map((device) => ({
    device: deviceName(device.user_agent),
    ...device,
  })),
  nudges: await exportNudgesOf(db, id),
  nudges_to_them_alone: await exportNudgesFor(db, id),
})

/** Deletes a member's devices and deliveries, and the nudges that were for this member alone. */
export async function eraseNudgeData(db: Database, { id }: PersonalDataOwner): Promise<void> {
  await deleteNudgesFor(db, id)
  await deleteDeliveriesOf(db, id)
  await deleteDevicesOf(db, id)
}
