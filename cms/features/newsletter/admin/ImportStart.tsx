'use client'
import { useRouter } from 'next/navigation'
import { type FormEvent, useRef, useState } from 'react'
import { errorMessage } from '../../../platform/admin/calls/call.ts'
import { Problem } from '../../../platform/admin/shell/Problem.tsx'
import { Button } from '../../../platform/ui/Button.tsx'
import { upload } from './upload.ts'

export function ImportStart() {
  const router = useRouter()
  const picker = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const choose = (chosen: File | undefined) => {
    setFile(chosen ?? null)
    setProblem(null)
  }
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (progress !== null) return
    if (!file) {
      setProblem('Choose a file first.')
      picker.current?.focus()
      return
    }
    setProblem(null)
    setProgress(0)
    try {
      const { id } = await upload(file, setProgress)
      router.push(`/cms/newsletter/lists/${id}`)
    } catch (error) {
      setProblem(errorMessage(error))
      setProgress(null)
    }
  }
  return (
    <form className="lists-form" onSubmit={send}>
      <div className="lists-drop">
        <label htmlFor="lists-file">The list, as a CSV file</label>
        <input
          ref={picker}
          id="lists-file"
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
          aria-describedby="lists-hint"
          onChange={(event) => choose(event.target.files?.[0])}
        />
        <p id="lists-hint" className="admin-quiet">
          Choose it, or drop it into the box. Commas, semicolons and tabs are all right.
        </p>
      </div>
      <Problem>{problem}</Problem>
      {progress === null ? null : (
        <label className="lists-progress">
          Sending {file?.name}
          <progress value={progress} max={1} />
        </label>
      )}
      <p>
        <Button type="submit" kind="strong" unavailable={progress !== null}>
          Look through it
        </Button>
      </p>
      <p className="admin-quiet">
        Nothing changes yet: you see first how it is read and what would come of it.
      </p>
    </form>
  )
}
