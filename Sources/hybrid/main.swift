print("hybrid")
