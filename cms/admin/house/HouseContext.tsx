'use client'
import { createContext, type ReactNode, useContext } from 'react'

/** What the admin's views know of the venue. `today` is the date on its clock, `YYYY-MM-DD`. */
export type House = { name: string; currencySign: string; timeZone: string; today: string }

const Context = createContext<House>({ name: '', currencySign: '£', timeZone: 'UTC', today: '' })

export const useHouse = () => useContext(Context)

export const HouseContext = ({ house, children }: { house: House; children?: ReactNode }) => (
  <Context value={house}>{children}</Context>
)
