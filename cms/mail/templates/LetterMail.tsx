import { Link } from '@react-email/components'
import type { ReactNode } from 'react'
import { type House, Layout, Small } from './Layout.tsx'
import { look } from './look.ts'

/** A letter as a mail. */
export type Letter = {
  house: House
  subject: string
  preheader: string
  /** Where it can be read in a browser, if anywhere. */
  webAddress: string | null
  leaveAddress: string
  children?: ReactNode
}

export const LetterMail = ({
  house,
  subject,
  preheader,
  webAddress,
  leaveAddress,
  children,
}: Letter) => (
  <Layout
    house={house}
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
        You get this because you asked for the letter of {house.name}. Had enough, or not so often?{' '}
        <Link href={leaveAddress} style={quiet}>
          Leave, pause or choose
        </Link>
      </Small>
    }
  >
    {children}
  </Layout>
)

const quiet = { color: look.ink, textDecoration: 'underline' } as const
