import type { Permission } from './permissions.ts'

type Group = { name: string; permissions: Partial<Record<Permission, string>> }

/** Every permission in words, grouped as the admin shows them. */
export const permissionGroups: readonly Group[] = [
  {
    name: 'Pages',
    permissions: {
      'drafts.read': 'Read drafts, earlier versions and what is scheduled',
      'content.write': 'Write texts and questions as drafts, and upload pictures',
      'content.publish':
        'Publish, schedule, restore and take off texts; change and delete pictures',
      'redirects.manage': 'Set redirects from old addresses',
    },
  },
  {
    name: 'The house',
    permissions: {
      'menus.write': 'Change menus and prices',
      'menus.sold-out': 'Say that something on a menu is sold out, or back',
      'taps.change': 'Change taps and barrels',
      'lunch.run': 'Read the lists of lunches, mail vendors their orders and call runs off',
      'drops.run': 'Run the drops of the secret kitchens: write them, see claims, hand them out',
      'today.read': 'See the hours and events of today, with the number of guests',
      'venue.close': 'Close for the rest of the day',
      'venue.change': 'Change the venue, its hours and the rules of membership',
    },
  },
  {
    name: 'Events',
    permissions: {
      'events.write': 'Write events, and correct the texts of those that are out',
      'events.publish': 'Publish, move, cancel and delete events',
      'evening.read': 'Read the evening sheet: who reserved for today, and when',
      'guests.check-in': 'See who comes today, add guests and check them in',
      'guests.other-days': 'Do so for the events of other days, too',
      'guests.manage': 'See guests’ addresses, change their places and write to them',
    },
  },
  {
    name: 'Bookings',
    permissions: {
      'bookings.run':
        'Run the evening sheet: seat, move and book tables on any day, and block them',
      'tables.manage': 'Change tables, the rules of booking and closures',
      'enquiries.run': 'Answer enquiries for whole rooms, and send quotes',
    },
  },
  {
    name: 'Letters and nudges',
    permissions: {
      'letters.write': 'Write letters',
      'letters.send': 'Schedule, send and stop letters, also those that go out by themselves',
      'nudges.read': 'Read nudges and how they go',
      'nudges.send': 'Write and send nudges',
      'nudges.urgent': 'Send urgent nudges',
      'mails.write': 'Change the words of mails',
    },
  },
  {
    name: 'People',
    permissions: {
      'subscribers.read': 'See readers of the newsletter',
      'subscribers.manage': 'Add, change, import and export readers',
      'cards.check': 'Check a member’s card',
      'members.read': 'See members',
      'moments.moderate': 'See members’ moments, show and hide them, and put them on pages',
      'members.manage': 'Suspend members, let them in again and sign them out',
    },
  },
  {
    name: 'Money',
    permissions: {
      'till.use': 'Top up and charge credit by card at a till, and count its drawer blind',
      'money.take': 'Look up members at the till, book money, and see what a till should hold',
      'money.approve': 'Reverse bookings, approve what others asked for and answer reports',
      'payouts.request': 'Ask for payouts of the Common Good',
      'causes.manage': 'Change causes, and show and hide messages',
      'books.read': 'Read the books and their settings',
      'books.manage': 'Check and export the books, and change their settings',
    },
  },
  {
    name: 'The program',
    permissions: {
      'admin.open': 'Open the admin, and see its warnings',
      'mailbox.read': 'Read mails to staff',
      'mailbox.guests': 'Read mails to guests and readers, and settle those that failed',
      'mailbox.secrets': 'Read codes and links in mails, after a proof',
      'audit.read': 'Read who changed what',
      'analytics.read': 'See what visitors do on the site',
      'analytics.members': 'See which member a visit belongs to',
      'records.erase': 'Erase records for good',
      'system.read': 'See the jobs and the security of the program',
      'staff.manage': 'Invite and delete staff, and change roles',
    },
  },
]
