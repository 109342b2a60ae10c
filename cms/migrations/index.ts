import * as migration_20261121_023459_initial from './20261121_023459_initial.ts';
import * as migration_20261121_051754_editing from './20261121_051754_editing.ts';
import * as migration_20261121_055500_editing_indexes from './20261121_055500_editing_indexes.ts';
import * as migration_20261121_061654_staff_and_schedule from './20261121_061654_staff_and_schedule.ts';
import * as migration_20261121_084934_mail from './20261121_084934_mail.ts';
import * as migration_20261121_105341_newsletter from './20261121_105341_newsletter.ts';
import * as migration_20261121_112658_letters from './20261121_112658_letters.ts';
import * as migration_20261121_122313_around from './20261121_122313_around.ts';
import * as migration_20261121_141415_letters_hardened from './20261121_141415_letters_hardened.ts';
import * as migration_20261121_152138_members from './20261121_152138_members.ts';
import * as migration_20261121_184633_members_hardened from './20261121_184633_members_hardened.ts';
import * as migration_20261121_215430_session_branches from './20261121_215430_session_branches.ts';
import * as migration_20261122_063351_redirects from './20261122_063351_redirects.ts';
import * as migration_20261122_085245_member_proofs from './20261122_085245_member_proofs.ts';
import * as migration_20261122_094500_mail_events_names from './20261122_094500_mail_events_names.ts';
import * as migration_20261122_100742_resendable_codes from './20261122_100742_resendable_codes.ts';
import * as migration_20261122_101522_security_counts from './20261122_101522_security_counts.ts';
import * as migration_20261122_103652_staff_sessions from './20261122_103652_staff_sessions.ts';
import * as migration_20261122_115839_staff_passkeys from './20261122_115839_staff_passkeys.ts';
import * as migration_20261122_124913_taken_off_texts from './20261122_124913_taken_off_texts.ts';
import * as migration_20261122_125916_form_revisions_trash from './20261122_125916_form_revisions_trash.ts';
import * as migration_20261122_131201_letters_page_import_cells from './20261122_131201_letters_page_import_cells.ts';
import * as migration_20261122_132628_daily_menus from './20261122_132628_daily_menus.ts';
import * as migration_20261122_133117_tap_styles from './20261122_133117_tap_styles.ts';
import * as migration_20261122_152955_mail_texts from './20261122_152955_mail_texts.ts';
import * as migration_20261122_165952_staff_proofs from './20261122_165952_staff_proofs.ts';
import * as migration_20261122_182004_staff_sessions_replaced from './20261122_182004_staff_sessions_replaced.ts';
import * as migration_20261122_185111_letter_creations from './20261122_185111_letter_creations.ts';
import * as migration_20261122_191445_member_codes_browser from './20261122_191445_member_codes_browser.ts';
import * as migration_20261122_191619_menu_days from './20261122_191619_menu_days.ts';
import * as migration_20261123_092524_nudges from './20261123_092524_nudges.ts';
import * as migration_20261123_123538_nudge_audiences from './20261123_123538_nudge_audiences.ts';
import * as migration_20261123_160000_analytics from './20261123_160000_analytics.ts';
import * as migration_20261123_161000_analytics_sums from './20261123_161000_analytics_sums.ts';
import * as migration_20261123_225355_analytics_titles from './20261123_225355_analytics_titles.ts';
import * as migration_20261123_235500_ledger from './20261123_235500_ledger.ts';
import * as migration_20261124_000541_common_good_moves from './20261124_000541_common_good_moves.ts';
import * as migration_20261124_024155_analytics_earlier_visits from './20261124_024155_analytics_earlier_visits.ts';
import * as migration_20261124_031212_till from './20261124_031212_till.ts';
import * as migration_20261124_033000_credit from './20261124_033000_credit.ts';
import * as migration_20261124_034000_common_good_page from './20261124_034000_common_good_page.ts';
import * as migration_20261124_034001_common_good_checks from './20261124_034001_common_good_checks.ts';
import * as migration_20261124_111140_events from './20261124_111140_events.ts';
import * as migration_20261124_111141_events_checks from './20261124_111141_events_checks.ts';
import * as migration_20261124_111250_till_repairs from './20261124_111250_till_repairs.ts';
import * as migration_20261124_112319_credit_checks from './20261124_112319_credit_checks.ts';
import * as migration_20261124_122955_event_audience from './20261124_122955_event_audience.ts';
import * as migration_20261124_154613_event_queue_reasons from './20261124_154613_event_queue_reasons.ts';
import * as migration_20261126_111957_event_due_indexes from './20261126_111957_event_due_indexes.ts';
import * as migration_20261126_144848_ledger_anchor from './20261126_144848_ledger_anchor.ts';
import * as migration_20261126_160938_trail_deletions from './20261126_160938_trail_deletions.ts';
import * as migration_20261126_161321_event_ids from './20261126_161321_event_ids.ts';
import * as migration_20261127_054500_event_cancellations from './20261127_054500_event_cancellations.ts';
import * as migration_20261128_023000_single_event_values from './20261128_023000_single_event_values.ts';

export const migrations = [
  {
    up: migration_20261121_023459_initial.up,
    down: migration_20261121_023459_initial.down,
    name: '20261121_023459_initial',
  },
  {
    up: migration_20261121_051754_editing.up,
    down: migration_20261121_051754_editing.down,
    name: '20261121_051754_editing',
  },
  {
    up: migration_20261121_055500_editing_indexes.up,
    down: migration_20261121_055500_editing_indexes.down,
    name: '20261121_055500_editing_indexes',
  },
  {
    up: migration_20261121_061654_staff_and_schedule.up,
    down: migration_20261121_061654_staff_and_schedule.down,
    name: '20261121_061654_staff_and_schedule',
  },
  {
    up: migration_20261121_084934_mail.up,
    down: migration_20261121_084934_mail.down,
    name: '20261121_084934_mail',
  },
  {
    up: migration_20261121_105341_newsletter.up,
    down: migration_20261121_105341_newsletter.down,
    name: '20261121_105341_newsletter',
  },
  {
    up: migration_20261121_112658_letters.up,
    down: migration_20261121_112658_letters.down,
    name: '20261121_112658_letters',
  },
  {
    up: migration_20261121_122313_around.up,
    down: migration_20261121_122313_around.down,
    name: '20261121_122313_around',
  },
  {
    up: migration_20261121_141415_letters_hardened.up,
    down: migration_20261121_141415_letters_hardened.down,
    name: '20261121_141415_letters_hardened',
  },
  {
    up: migration_20261121_152138_members.up,
    down: migration_20261121_152138_members.down,
    name: '20261121_152138_members',
  },
  {
    up: migration_20261121_184633_members_hardened.up,
    down: migration_20261121_184633_members_hardened.down,
    name: '20261121_184633_members_hardened',
  },
  {
    up: migration_20261121_215430_session_branches.up,
    down: migration_20261121_215430_session_branches.down,
    name: '20261121_215430_session_branches',
  },
  {
    up: migration_20261122_063351_redirects.up,
    down: migration_20261122_063351_redirects.down,
    name: '20261122_063351_redirects',
  },
  {
    up: migration_20261122_085245_member_proofs.up,
    down: migration_20261122_085245_member_proofs.down,
    name: '20261122_085245_member_proofs',
  },
  {
    up: migration_20261122_094500_mail_events_names.up,
    down: migration_20261122_094500_mail_events_names.down,
    name: '20261122_094500_mail_events_names',
  },
  {
    up: migration_20261122_100742_resendable_codes.up,
    down: migration_20261122_100742_resendable_codes.down,
    name: '20261122_100742_resendable_codes',
  },
  {
    up: migration_20261122_101522_security_counts.up,
    down: migration_20261122_101522_security_counts.down,
    name: '20261122_101522_security_counts',
  },
  {
    up: migration_20261122_103652_staff_sessions.up,
    down: migration_20261122_103652_staff_sessions.down,
    name: '20261122_103652_staff_sessions',
  },
  {
    up: migration_20261122_115839_staff_passkeys.up,
    down: migration_20261122_115839_staff_passkeys.down,
    name: '20261122_115839_staff_passkeys',
  },
  {
    up: migration_20261122_124913_taken_off_texts.up,
    down: migration_20261122_124913_taken_off_texts.down,
    name: '20261122_124913_taken_off_texts',
  },
  {
    up: migration_20261122_125916_form_revisions_trash.up,
    down: migration_20261122_125916_form_revisions_trash.down,
    name: '20261122_125916_form_revisions_trash',
  },
  {
    up: migration_20261122_131201_letters_page_import_cells.up,
    down: migration_20261122_131201_letters_page_import_cells.down,
    name: '20261122_131201_letters_page_import_cells',
  },
  {
    up: migration_20261122_132628_daily_menus.up,
    down: migration_20261122_132628_daily_menus.down,
    name: '20261122_132628_daily_menus',
  },
  {
    up: migration_20261122_133117_tap_styles.up,
    down: migration_20261122_133117_tap_styles.down,
    name: '20261122_133117_tap_styles',
  },
  {
    up: migration_20261122_152955_mail_texts.up,
    down: migration_20261122_152955_mail_texts.down,
    name: '20261122_152955_mail_texts',
  },
  {
    up: migration_20261122_165952_staff_proofs.up,
    down: migration_20261122_165952_staff_proofs.down,
    name: '20261122_165952_staff_proofs',
  },
  {
    up: migration_20261122_182004_staff_sessions_replaced.up,
    down: migration_20261122_182004_staff_sessions_replaced.down,
    name: '20261122_182004_staff_sessions_replaced',
  },
  {
    up: migration_20261122_185111_letter_creations.up,
    down: migration_20261122_185111_letter_creations.down,
    name: '20261122_185111_letter_creations',
  },
  {
    up: migration_20261122_191445_member_codes_browser.up,
    down: migration_20261122_191445_member_codes_browser.down,
    name: '20261122_191445_member_codes_browser',
  },
  {
    up: migration_20261122_191619_menu_days.up,
    down: migration_20261122_191619_menu_days.down,
    name: '20261122_191619_menu_days',
  },
  {
    up: migration_20261123_092524_nudges.up,
    down: migration_20261123_092524_nudges.down,
    name: '20261123_092524_nudges',
  },
  {
    up: migration_20261123_123538_nudge_audiences.up,
    down: migration_20261123_123538_nudge_audiences.down,
    name: '20261123_123538_nudge_audiences',
  },
  {
    up: migration_20261123_160000_analytics.up,
    down: migration_20261123_160000_analytics.down,
    name: '20261123_160000_analytics',
  },
  {
    up: migration_20261123_161000_analytics_sums.up,
    down: migration_20261123_161000_analytics_sums.down,
    name: '20261123_161000_analytics_sums',
  },
  {
    up: migration_20261123_225355_analytics_titles.up,
    down: migration_20261123_225355_analytics_titles.down,
    name: '20261123_225355_analytics_titles',
  },
  {
    up: migration_20261123_235500_ledger.up,
    down: migration_20261123_235500_ledger.down,
    name: '20261123_235500_ledger',
  },
  {
    up: migration_20261124_000541_common_good_moves.up,
    down: migration_20261124_000541_common_good_moves.down,
    name: '20261124_000541_common_good_moves',
  },
  {
    up: migration_20261124_024155_analytics_earlier_visits.up,
    down: migration_20261124_024155_analytics_earlier_visits.down,
    name: '20261124_024155_analytics_earlier_visits',
  },
  {
    up: migration_20261124_031212_till.up,
    down: migration_20261124_031212_till.down,
    name: '20261124_031212_till',
  },
  {
    up: migration_20261124_033000_credit.up,
    down: migration_20261124_033000_credit.down,
    name: '20261124_033000_credit',
  },
  {
    up: migration_20261124_034000_common_good_page.up,
    down: migration_20261124_034000_common_good_page.down,
    name: '20261124_034000_common_good_page',
  },
  {
    up: migration_20261124_034001_common_good_checks.up,
    down: migration_20261124_034001_common_good_checks.down,
    name: '20261124_034001_common_good_checks',
  },
  {
    up: migration_20261124_111140_events.up,
    down: migration_20261124_111140_events.down,
    name: '20261124_111140_events',
  },
  {
    up: migration_20261124_111141_events_checks.up,
    down: migration_20261124_111141_events_checks.down,
    name: '20261124_111141_events_checks',
  },
  {
    up: migration_20261124_111250_till_repairs.up,
    down: migration_20261124_111250_till_repairs.down,
    name: '20261124_111250_till_repairs',
  },
  {
    up: migration_20261124_112319_credit_checks.up,
    down: migration_20261124_112319_credit_checks.down,
    name: '20261124_112319_credit_checks',
  },
  {
    up: migration_20261124_122955_event_audience.up,
    down: migration_20261124_122955_event_audience.down,
    name: '20261124_122955_event_audience',
  },
  {
    up: migration_20261124_154613_event_queue_reasons.up,
    down: migration_20261124_154613_event_queue_reasons.down,
    name: '20261124_154613_event_queue_reasons',
  },
  {
    up: migration_20261126_111957_event_due_indexes.up,
    down: migration_20261126_111957_event_due_indexes.down,
    name: '20261126_111957_event_due_indexes',
  },
  {
    up: migration_20261126_144848_ledger_anchor.up,
    down: migration_20261126_144848_ledger_anchor.down,
    name: '20261126_144848_ledger_anchor',
  },
  {
    up: migration_20261126_160938_trail_deletions.up,
    down: migration_20261126_160938_trail_deletions.down,
    name: '20261126_160938_trail_deletions',
  },
  {
    up: migration_20261126_161321_event_ids.up,
    down: migration_20261126_161321_event_ids.down,
    name: '20261126_161321_event_ids',
  },
  {
    up: migration_20261127_054500_event_cancellations.up,
    down: migration_20261127_054500_event_cancellations.down,
    name: '20261127_054500_event_cancellations'
  },
  {
    up: migration_20261128_023000_single_event_values.up,
    down: migration_20261128_023000_single_event_values.down,
    name: '20261128_023000_single_event_values'
  },
];
