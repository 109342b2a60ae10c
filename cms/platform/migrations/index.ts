import * as migration_20261129_100712_initial from './20261129_100712_initial.ts';
import * as migration_20261129_100800_functions_and_triggers from './20261129_100800_functions_and_triggers.ts';
import * as migration_20261129_125500_reservations from './20261129_125500_reservations.ts';
import * as migration_20261129_132119_guest_payments from './20261129_132119_guest_payments.ts';
import * as migration_20261129_132124_roles from './20261129_132124_roles.ts';
import * as migration_20261129_132241_bookings from './20261129_132241_bookings.ts';
import * as migration_20261129_160406_table_bookings from './20261129_160406_table_bookings.ts';
import * as migration_20261129_160839_evening from './20261129_160839_evening.ts';
import * as migration_20261129_161241_card_events from './20261129_161241_card_events.ts';
import * as migration_20261129_172038_agreed_refunds from './20261129_172038_agreed_refunds.ts';
import * as migration_20261129_192313_moments from './20261129_192313_moments.ts';
import * as migration_20261129_193139_lunch_run from './20261129_193139_lunch_run.ts';
import * as migration_20261129_193432_check_in from './20261129_193432_check_in.ts';
import * as migration_20261129_193813_staff_week from './20261129_193813_staff_week.ts';
import * as migration_20261129_194904_enquiries from './20261129_194904_enquiries.ts';
import * as migration_20261129_224229_dashboard from './20261129_224229_dashboard.ts';
import * as migration_20261129_224739_secret_kitchens from './20261129_224739_secret_kitchens.ts';

export const migrations = [
  {
    up: migration_20261129_100712_initial.up,
    name: '20261129_100712_initial',
  },
  {
    up: migration_20261129_100800_functions_and_triggers.up,
    name: '20261129_100800_functions_and_triggers',
  },
  {
    up: migration_20261129_125500_reservations.up,
    name: '20261129_125500_reservations',
  },
  {
    up: migration_20261129_132119_guest_payments.up,
    name: '20261129_132119_guest_payments',
  },
  {
    up: migration_20261129_132124_roles.up,
    name: '20261129_132124_roles',
  },
  {
    up: migration_20261129_132241_bookings.up,
    name: '20261129_132241_bookings',
  },
  {
    up: migration_20261129_160406_table_bookings.up,
    name: '20261129_160406_table_bookings',
  },
  {
    up: migration_20261129_160839_evening.up,
    name: '20261129_160839_evening',
  },
  {
    up: migration_20261129_161241_card_events.up,
    name: '20261129_161241_card_events',
  },
  {
    up: migration_20261129_172038_agreed_refunds.up,
    name: '20261129_172038_agreed_refunds',
  },
  {
    up: migration_20261129_192313_moments.up,
    name: '20261129_192313_moments',
  },
  {
    up: migration_20261129_193139_lunch_run.up,
    name: '20261129_193139_lunch_run',
  },
  {
    up: migration_20261129_193432_check_in.up,
    name: '20261129_193432_check_in',
  },
  {
    up: migration_20261129_193813_staff_week.up,
    name: '20261129_193813_staff_week',
  },
  {
    up: migration_20261129_194904_enquiries.up,
    name: '20261129_194904_enquiries',
  },
  {
    up: migration_20261129_224229_dashboard.up,
    name: '20261129_224229_dashboard',
  },
  {
    up: migration_20261129_224739_secret_kitchens.up,
    name: '20261129_224739_secret_kitchens'
  },
];
