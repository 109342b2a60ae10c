import { CallError } from '../../../platform/admin/calls/call.ts'
import type { ImportMade } from '../imports/contract.ts'
import { maxImportBytes } from '../imports/rules.ts'

/**
 * Uploads a file with subscribers.
 * @param onProgress called with the uploaded fraction, 0 to 1
 * @throws CallError with the server's message
 */
export function upload(file: File, onProgress: (fraction: number) => void): Promise<ImportMade> {
  if (file.size > maxImportBytes) {
    const message = `The file is larger than ${maxImportBytes / 1024 / 1024} MB. Split it in two.`
    return Promise.reject(new CallError(message))
  }
  const query = new URLSearchParams({ name: file.name.slice(-200) })
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest()
    sending.open('POST', `/api/newsletter/imports?${query}`)
    sending.setRequestHeader('content-type', 'text/csv')
    sending.responseType = 'json'
    sending.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    sending.onload = () => {
      const reply = (sending.response ?? {}) as ImportMade & { message?: string }
      if (sending.status === 201) resolve(reply)
      else reject(new CallError(reply.message ?? 'Something went wrong. Please try again.'))
    }
    sending.onerror = () => reject(new CallError('The server can’t be reached. Please try again.'))
    sending.send(file)
  })
}
