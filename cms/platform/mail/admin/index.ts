import type { FeatureAdmin } from '../../admin/feature-admin.ts'
import { MailBanner } from './MailBanner.tsx'
import { OutboxSection } from './OutboxSection.tsx'

export const mailAdmin: FeatureAdmin = {
  navLinks: [{ href: '/cms/mailbox', label: 'Mailbox', permission: 'mailbox.read', order: 40 }],
  banners: [{ order: 20, Component: MailBanner }],
  sections: [{ order: 50, permission: 'mailbox.guests', Component: OutboxSection }],
}
