// The trace that was opened from a file. Dropping a file anywhere on the page opens it.
import { createContext, useContext, useState, type DragEvent, type ReactNode } from "react";
import { useGo } from "../api/address.ts";
import { openTraceFile, type OpenedTrace } from "./trace-file.ts";

interface Opening {
  readonly opened: OpenedTrace | undefined;
  readonly open: (file: File) => Promise<void>;
}

const Context = createContext<Opening>({ opened: undefined, open: () => Promise.resolve() });

export function useOpenedTrace(): Opening {
  return useContext(Context);
}

function isTraceFile(file: File | undefined): file is File {
  return file !== undefined && file.name.endsWith(".jsonl");
}

interface TraceDroppingProps {
  /** The trace to show first. */
  readonly first?: OpenedTrace;
  readonly children: ReactNode;
}

export function TraceDropping({ first, children }: TraceDroppingProps) {
  const [opened, setOpened] = useState(first);
  const go = useGo();
  const open = async (file: File): Promise<void> => {
    setOpened(await openTraceFile(file));
    go("/trace-file");
  };
  const drop = (event: DragEvent): void => {
    const [file] = event.dataTransfer.files;
    if (event.defaultPrevented || !isTraceFile(file)) return;
    event.preventDefault();
    void open(file);
  };
  return (
    <Context value={{ opened, open }}>
      <div
        style={{ height: "100%" }}
        onDragOver={(event) => {
          if (event.dataTransfer.types.includes("Files")) event.preventDefault();
        }}
        onDrop={drop}
      >
        {children}
      </div>
    </Context>
  );
}
