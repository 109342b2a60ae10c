import { useSearchParams } from 'next/navigation'
import { createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { useAdminContext } from '../../admin/shell/AdminContext.tsx'
import {
  type Address,
  appliedToReports,
  cleanQuery,
  daysRemark,
  type FilterName,
  formatAddress,
  panelTabs,
  parseAddress,
  queryOf,
  type Range,
  type TabOf,
  type TabPanel,
  toggleFilter,
  unknownFilters,
} from './address.ts'

/** A change of an address. A function gets the address at the time of the change. */
export type AddressChange = Partial<Address> | ((address: Address) => Partial<Address>)

export type Screen = {
  address: Address
  range: Range
  /** The venue's date, `YYYY-MM-DD`. */
  today: string
  /** The venue's date and hour, `YYYY-MM-DDTHH:00`. */
  hour: string
  /** The query of the reports. */
  query: string
  /** The invalid filters that were left out of the address. Empty after the next change of the address. */
  leftOut: readonly string[]
  /** The remark about changed days of the address, until the address changes; null if there is none. */
  remark: string | null
  /** Increased when the numbers have to be requested again. */
  version: number
  refresh: () => void
  /** Changes the address. `further` parameters of the view can be added. *Back* of the browser undoes the change. */
  change: (change: AddressChange, further?: Readonly<Record<string, string>>) => void
  /** Like `change`, but *Back* does not undo it. */
  replace: (change: AddressChange) => void
  /** Sets a filter, or removes it if it has this value already. */
  toggle: (name: FilterName, value: string) => void
}

const minuteMs = 60_000

const none = {}

/**
 * The range and filters of the screen. The address contains them, so it can be shared.
 * @param kept further parameters, which are kept when the range or filters change
 */
export function useScreenState(kept: Readonly<Record<string, string>> = none): Screen {
  const search = useSearchParams().toString()
  const hour = useVenueHour()
  const today = hour.slice(0, 10)
  const address = useMemo(() => parseAddress(new URLSearchParams(search), today), [search, today])
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  const [remark, setRemark] = useState<string | null>(null)
  useEffect(() => {
    const given = new URLSearchParams(search)
    const unknown = unknownFilters(given)
    if (unknown.length) setLeftOut(unknown)
    const changed = daysRemark(given, today)
    if (changed) setRemark(changed)
    const query = cleanQuery(given, address)
    // Keeps Next's state. Without it, *Back* would show the address of this history entry but not its
    // numbers.
    if (query !== `?${search}`) {
      window.history.replaceState(window.history.state, '', location.pathname + query)
    }
  }, [search, address, today])
  const [version, setVersion] = useState(0)
  const refresh = useCallback(() => setVersion((count) => count + 1), [])
  const keptText = JSON.stringify(kept)
  const addressAfter = useCallback(
    (changed: AddressChange, further?: Readonly<Record<string, string>>): string | null => {
      // Reads the browser's address instead of the rendered one, because two keys may be pressed before the next
      // rendering.
      const now = parseAddress(new URLSearchParams(location.search), today)
      const changes = typeof changed === 'function' ? changed(now) : changed
      const query = new URLSearchParams(formatAddress({ ...now, ...changes }))
      for (const [name, value] of Object.entries(further ?? JSON.parse(keptText))) {
        query.set(name, String(value))
      }
      const text = query.toString()
      const next = location.pathname + (text && `?${text}`)
      return next === location.pathname + location.search ? null : next
    },
    [keptText, today],
  )
  // After `pushState`, Next updates `useSearchParams` without requesting the page again.
  const change = useCallback(
    (changed: AddressChange, further?: Readonly<Record<string, string>>) => {
      const next = addressAfter(changed, further)
      setLeftOut([])
      setRemark(null)
      if (next !== null) window.history.pushState(null, '', next)
    },
    [addressAfter],
  )
  const replace = useCallback(
    (changed: AddressChange) => {
      const next = addressAfter(changed)
      if (next !== null) window.history.replaceState(null, '', next)
    },
    [addressAfter],
  )
  const toggle = useCallback(
    (name: FilterName, value: string) =>
      change(({ filters }) => ({ filters: toggleFilter(filters, name, value) })),
    [change],
  )
  return {
    ...{ address, today, hour, leftOut, remark, version, refresh, change, replace, toggle },
    range: address.range,
    query: queryOf(address, appliedToReports(address)),
  }
}

/** The venue's date and hour, kept current while the page is open. */
function useVenueHour(): string {
  const { timeZone, today } = useAdminContext()
  // The server and the browser render the same text at first.
  const [hour, setHour] = useState(`${today}T00:00`)
  useEffect(() => {
    const format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', hourCycle: 'h23' },
    } as const)
    const update = () => {
      const parts = Object.fromEntries(
        format.formatToParts(new Date()).map(({ type, value }) => [type, value]),
      )
      setHour(`${parts.year}-${parts.month}-${parts.day}T${parts.hour}:00`)
    }
    update()
    const timer = setInterval(update, minuteMs)
    return () => clearInterval(timer)
  }, [timeZone])
  return hour
}

const Context = createContext<Screen | null>(null)
export const ScreenProvider = Context.Provider

export function useScreen(): Screen {
  const screen = useContext(Context)
  if (!screen) throw new Error('Used outside of the analytics screen.')
  return screen
}

/** The chosen tab of a panel, stored in the address. @returns the tab, and a function that chooses another one */
export function useTab<Panel extends TabPanel>(
  panel: Panel,
): [tab: TabOf<Panel>, choose: (tab: TabOf<Panel>) => void] {
  const { address, replace } = useScreen()
  const [first] = panelTabs[panel]
  const choose = (tab: TabOf<Panel>) =>
    replace(({ tabs: { [panel]: _, ...others } }) => ({
      tabs: tab === first ? others : { ...others, [panel]: tab },
    }))
  return [address.tabs[panel] ?? first, choose]
}
