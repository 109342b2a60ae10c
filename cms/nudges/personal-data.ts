import type { Database } from '../database/query.ts'
import type { PersonalDataOwner } from '../feature.ts'
import { deviceName } from '../members/devices/user-agent.ts'
import { deleteDeliveriesOf, exportNudgesOf } from './queries/deliveries.ts'
import { deleteDevicesOf, exportDevicesOf } from './queries/devices.ts'

/** A member's devices and nudges for the data download, without keys and endpoints. */
export const exportNudgeData = async (db: Database, { id }: PersonalDataOwner) => ({
  nudge_devices: (await exportDevicesOf(db, id)).map((device) => ({
    device: deviceName(device.user_agent),
    ...device,
  })),
  nudges: await exportNudgesOf(db, id),
})

/** Deletes a member's devices with what they got. */
export async function eraseNudgeData(db: Database, { id }: PersonalDataOwner): Promise<void> {
  await deleteDeliveriesOf(db, id)
  await deleteDevicesOf(db, id)
}
