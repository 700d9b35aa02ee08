;;; -*- lexical-binding: t -*-
;; Shows the findings of a Swift buffer with Flymake, beside those of Eglot, which removes other
;; backends. Emacs 27 or later.

(defvar-local determinism--process nil)

(defvar determinism--said nil "Problems that were shown.")

(defun determinism--complain (problem)
  "Show PROBLEM once, not at each keystroke."
  (unless (member problem determinism--said)
    (push problem determinism--said)
    (display-warning 'swift-determinism-lint problem)))

(defun determinism-flymake (report &rest _)
  "Lint the text of the buffer and REPORT what is found."
  (if (executable-find "swift-determinism-lint")
      (determinism--lint report)
    (determinism--complain "swift-determinism-lint is not on the PATH")
    (funcall report nil)))

(defun determinism--lint (report)
  "Start a process and REPORT what it finds in the buffer."
  (when (process-live-p determinism--process) (kill-process determinism--process))
  (let ((source (current-buffer)))
    (setq determinism--process
          (make-process
           :name "swift-determinism-lint" :noquery t :connection-type 'pipe :coding 'utf-8-unix
           :buffer (generate-new-buffer " *swift-determinism-lint*")
           :command (list "swift-determinism-lint" "--quiet" "--no-color-diagnostics"
                          "--format" "json" "--stdin-path" (or buffer-file-name (buffer-name)))
           :sentinel
           (lambda (process _)
             (unless (process-live-p process)
               (unwind-protect
                   ;; The result of a process or buffer that was killed is not shown.
                   (when (and (buffer-live-p source)
                              (eq process (buffer-local-value 'determinism--process source)))
                     (determinism--report report source (process-buffer process)))
                 (kill-buffer (process-buffer process)))))))
    (save-restriction
      (widen)
      (process-send-region determinism--process (point-min) (point-max)))
    (process-send-eof determinism--process)))

(defun determinism--report (report source output)
  "REPORT on the buffer SOURCE what is in the buffer OUTPUT."
  (with-current-buffer output
    (goto-char (point-max))
    ;; Each message stands after a line with its length; the last has the findings.
    (if (not (re-search-backward "^[0-9]+\n{" nil t))
        (progn
          (determinism--complain (buffer-string))
          (funcall report nil))
      (forward-line)
      (let ((message (json-parse-buffer :object-type 'alist)))
        (with-current-buffer source
          (funcall report
                   (mapcar (apply-partially #'determinism--diagnostic source)
                           (alist-get 'diagnostics message))))))))

(defun determinism--diagnostic (source finding)
  "FINDING as Flymake has it, in the buffer SOURCE; its places are bytes of UTF-8."
  (let ((start (1+ (alist-get 'offset finding))))
    (flymake-make-diagnostic
     source (byte-to-position start) (byte-to-position (+ start (alist-get 'length finding)))
     (if (equal (alist-get 'severity finding) "error") :error :warning)
     (format "%s [%s]" (alist-get 'message finding) (alist-get 'rule finding)))))

(defun determinism-setup ()
  "Lint this buffer with Flymake if it holds Swift."
  (when (derived-mode-p 'swift-mode 'swift-ts-mode)
    (add-hook 'flymake-diagnostic-functions #'determinism-flymake nil t)
    (flymake-mode 1)))

(dolist (hook '(swift-mode-hook swift-ts-mode-hook eglot-managed-mode-hook))
  (add-hook hook #'determinism-setup))
