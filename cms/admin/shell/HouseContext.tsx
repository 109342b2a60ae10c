'use client'
import { createContext, type ReactNode, useContext } from 'react'

/** What the admin's views know of the venue. */
export type House = {
  name: string
  currencySign: string
  timeZone: string
  /** The date on its clock, `YYYY-MM-DD`. */
  today: string
  /** Whether mails leave the house; without a mail server they stay in its mailbox. */
  hasMailServer: boolean
}

const Context = createContext<House>({
  name: '',
  currencySign: '£',
  timeZone: 'UTC',
  today: '',
  hasMailServer: true,
})

export const useHouse = () => useContext(Context)

export const HouseContext = ({ house, children }: { house: House; children?: ReactNode }) => (
  <Context value={house}>{children}</Context>
)
