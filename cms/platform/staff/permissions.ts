// Which role may do what. A new role is a row of this table, and a value of the type `enum_users_role`.

const ofEditors = [
  'admin.open',
  'drafts.read',
  'content.write',
  'menus.write',
  'menus.sold-out',
  'taps.change',
  'lunch.run',
  'today.read',
  'evening.read',
  'events.write',
  'guests.check-in',
  'guests.other-days',
  'cards.check',
  'letters.write',
  'nudges.read',
  'mailbox.read',
  'payouts.request',
] as const

const ofPublishers = [
  ...ofEditors,
  'content.publish',
  'redirects.manage',
  'mails.write',
  'venue.close',
  'events.publish',
  'guests.manage',
  'bookings.run',
  'tables.manage',
  'moments.moderate',
  'enquiries.run',
  'letters.send',
  'nudges.send',
  'subscribers.read',
  'subscribers.manage',
  'members.read',
  'members.manage',
  'mailbox.guests',
  'audit.read',
  'analytics.read',
  'causes.manage',
  'till.use',
  'money.take',
  'money.approve',
  'books.read',
] as const

const ofAdmins = [
  ...ofPublishers,
  'drops.run',
  'venue.change',
  'nudges.urgent',
  'mailbox.secrets',
  'analytics.members',
  'books.manage',
  'records.erase',
  'system.read',
  'staff.manage',
] as const

const ofBar = [
  'admin.open',
  'today.read',
  'evening.read',
  'bookings.run',
  'guests.check-in',
  'cards.check',
  'till.use',
  'taps.change',
  'menus.sold-out',
  'venue.close',
] as const satisfies readonly (typeof ofAdmins)[number][]

const ofKitchen = [
  'admin.open',
  'today.read',
  'menus.sold-out',
  'lunch.run',
  'drops.run',
] as const satisfies readonly (typeof ofAdmins)[number][]

// The roles of the office come first, because `roleToAsk` names the first role that has a permission.
const permissionsOf = {
  editor: ofEditors,
  publisher: ofPublishers,
  admin: ofAdmins,
  bar: ofBar,
  kitchen: ofKitchen,
} as const

/** Roles of staff. An account has one. */
export type Role = keyof typeof permissionsOf
export const roles = Object.keys(permissionsOf) as Role[]

/** Roles of staff who work at a station on a tablet or phone. They get a start page of their own. */
export const stations = ['bar', 'kitchen'] as const satisfies readonly Role[]
export type Station = (typeof stations)[number]

/** The role if it is that of a station, otherwise null. */
export const stationOf = (role: unknown): Station | null =>
  stations.find((station) => station === role) ?? null

/** The name of a role, as the admin shows it. */
export const roleName = (role: Role): string => role.charAt(0).toUpperCase() + role.slice(1)

/** What staff need to be allowed to do something. `permissionTexts` says each in words. */
export type Permission = (typeof permissionsOf)[Role][number]

/** Whether staff with this role may do something. */
export const may = (role: Role, permission: Permission): boolean =>
  (permissionsOf[role] as readonly Permission[]).includes(permission)

export const isRole = (value: unknown): value is Role => roles.includes(value as Role)

/** The first role that has the permission, for messages that say whom to ask. */
export const roleToAsk = (permission: Permission): Role =>
  roles.find((role) => may(role, permission)) ?? 'admin'
