import { useCallback, useEffect, useRef, useState } from 'react'
import { CallError, callApi } from '../../../platform/admin/calls/call.ts'
import type { SheetReply } from '../evening/contract.ts'
import { forgetOldSheet, forgetSheet, storeSheet } from './stored-sheet.ts'

const signedOut = ['unauthorized', 'forbidden']
/** How often the sheet is read without news, so that times pass and a lost connection is noticed. */
const everyMs = 20_000

/**
 * The sheet of a day, which is read again as soon as another device changes it. `isCut`: the server can’t be reached, so
 * the sheet is as old as its `now` says.
 */
export function useSheet(initial: SheetReply) {
  const [sheet, setSheet] = useState(initial)
  const [isCut, setCut] = useState(false)
  const reading = useRef<{ again: boolean } | null>(null)
  const { day } = initial
  const read = useCallback(async () => {
    // News during a read lead to one more read.
    if (reading.current) {
      reading.current.again = true
      return
    }
    const run = { again: false }
    reading.current = run
    try {
      const found = await callApi<SheetReply>(`evening/sheet?day=${day}`)
      setSheet(found)
      setCut(false)
    } catch (error) {
      if (error instanceof CallError && signedOut.includes(error.code)) {
        await forgetSheet()
        location.assign(`/cms/login?redirect=${encodeURIComponent('/cms/evening')}`)
        return
      }
      setCut(true)
      // The night has ended without a network: its guests are not shown any longer.
      setSheet((current) => {
        if (Date.parse(current.until) > Date.now() || !current.bookings.length) return current
        return { ...current, bookings: [], closures: [] }
      })
    } finally {
      reading.current = null
    }
    if (run.again) await read()
  }, [day])

  useEffect(() => {
    const news = new EventSource('/api/staff/live?topics=evening')
    news.addEventListener('evening', () => void read())
    news.addEventListener('error', () => void read())
    const timer = setInterval(() => void read(), everyMs)
    const onNetwork = () => void read()
    window.addEventListener('online', onNetwork)
    window.addEventListener('offline', onNetwork)
    return () => {
      news.close()
      clearInterval(timer)
      window.removeEventListener('online', onNetwork)
      window.removeEventListener('offline', onNetwork)
    }
  }, [read])

  useEffect(() => {
    const isKept = sheet.day === sheet.today && Date.parse(sheet.until) > Date.now()
    const keep = isKept ? storeSheet(sheet) : forgetOldSheet()
    keep.catch(() => {})
  }, [sheet])

  useEffect(() => {
    if (process.env.NODE_ENV === 'production' && 'serviceWorker' in navigator) {
      navigator.serviceWorker.register('/sw.js').catch(() => {})
    }
  }, [])
  return { sheet, isCut, read }
}
