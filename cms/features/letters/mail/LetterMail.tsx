import { Link } from '@react-email/components'
import type { ReactNode } from 'react'
import type { MailBranding } from '../../../platform/mail/branding.ts'
import { Layout, Small } from '../../../platform/mail/templates/Layout.tsx'
import { type MailColors, theme } from '../../../platform/mail/templates/styles.ts'

type Props = {
  branding: MailBranding
  colors: MailColors
  subject: string
  preheader: string
  /** The URL of the letter's page; null if it has none. */
  webUrl: string | null
  /** The URL on which the reader leaves, pauses or chooses topics. */
  leaveUrl: string
  notificationsUrl: string
  children?: ReactNode
}

export const LetterMail = ({
  branding,
  colors,
  subject,
  preheader,
  webUrl,
  leaveUrl,
  notificationsUrl,
  children,
}: Props) => (
  <Layout
    branding={branding}
    colors={colors}
    heading={subject}
    preview={preheader}
    aside={
      webUrl ? (
        <Link href={webUrl} style={{ color: colors.onSpot, textDecoration: 'underline' }}>
          Read it in the browser
        </Link>
      ) : null
    }
    foot={
      <Small>
        You get this because you asked for the letter from {branding.name}. Had enough, or fancy a
        break?{' '}
        <Link className="plain" href={leaveUrl} style={footLinkStyle}>
          Leave, pause or choose what we send
        </Link>
        {' · '}
        <Link className="plain" href={notificationsUrl} style={footLinkStyle}>
          What comes to you
        </Link>
      </Small>
    }
  >
    {children}
  </Layout>
)

const footLinkStyle = { color: theme.ink, textDecoration: 'underline' } as const
