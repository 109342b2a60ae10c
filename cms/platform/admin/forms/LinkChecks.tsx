'use client'
import { ServerFunctionsContext, useServerFunctions } from '@payloadcms/ui'
import { type ReactNode, useCallback, useMemo } from 'react'

type FormState = ReturnType<typeof useServerFunctions>['getFormState']

/**
 * Prevents Payload from cancelling the validation of a link's fields. In the drawer of a link, Payload
 * cancels a validation when the next validation begins, and treats the link as invalid if its validation
 * was cancelled. So *Save changes* would do nothing if it is pressed within 250 ms after typing.
 */
export function LinkChecks({ children }: { children?: ReactNode }) {
  const functions = useServerFunctions()
  const { getFormState } = functions
  const check: FormState = useCallback(
    (request) => {
      const isCheck = request.schemaPath?.includes('.lexical_internal_feature.link')
      if (!isCheck || !request.formState) return getFormState(request)
      const { signal: _, ...rest } = request
      return getFormState(rest as typeof request)
    },
    [getFormState],
  )
  const value = useMemo(() => ({ ...functions, getFormState: check }), [functions, check])
  return <ServerFunctionsContext value={value}>{children}</ServerFunctionsContext>
}
