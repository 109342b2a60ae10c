import { Link } from '@react-email/components'
import type { ReactNode } from 'react'
import type { MailBranding } from '../mail/branding.ts'
import { Layout, Small } from '../mail/templates/Layout.tsx'
import { theme } from '../mail/templates/styles.ts'

type Props = {
  branding: MailBranding
  subject: string
  preheader: string
  /** Of the letter's page; null if it has none. */
  webAddress: string | null
  leaveAddress: string
  children?: ReactNode
}

export const LetterMail = ({
  branding,
  subject,
  preheader,
  webAddress,
  leaveAddress,
  children,
}: Props) => (
  <Layout
    branding={branding}
    heading={subject}
    preview={preheader}
    aside={
      webAddress ? (
        <Link href={webAddress} style={quiet}>
          Read it in the browser
        </Link>
      ) : null
    }
    foot={
      <Small>
        You get this because you asked for the letter of {branding.name}. Had enough, or not so
        often?{' '}
        <Link href={leaveAddress} style={quiet}>
          Leave, pause or choose
        </Link>
      </Small>
    }
  >
    {children}
  </Layout>
)

const quiet = { color: theme.ink, textDecoration: 'underline' } as const
